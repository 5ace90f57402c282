import { definePlugin, definitionOf, failed, ident, type ManagedObject, sql } from '@portcullis/plugin-api';
import { createSimulatedPlatform, runScript, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import type { DryRunResponse } from '../views/integration-views.ts';
import type { ValidationTestResult } from '../views/validation-results.ts';

type Definition = ReturnType<typeof definitionOf>;

/** A dry run on a platform of its own, with a plugin that was changed a little. */
async function dryRun(
  change: (definition: Definition) => Partial<Definition> = () => ({}),
  { prepare = (_platform: ReturnType<typeof createSimulatedPlatform>): void => undefined, config = {} } = {},
) {
  const platform = createSimulatedPlatform();
  prepare(platform);
  const definition = definitionOf(simulatedPlugin(platform));
  const instance = await createTestInstance({
    platform,
    plugin: definePlugin({ ...definition, ...change(definition) }),
  });
  const body = bodyOf(config);
  const response = (await instance.portcullis.integrations.create(ADMIN, body, { dryRun: true })) as DryRunResponse;
  const byId = new Map(response.validationResults.validationTests.map((test) => [test.id, test]));
  return (id: string): ValidationTestResult => byId.get(id) as ValidationTestResult;
}

describe('a failed test', () => {
  it('has the meaning of its class, the responsible party, and the code of the platform', async () => {
    const test = await dryRun(undefined, {
      prepare: (platform) => platform.refuseConnections({ with: 'credentials', message: 'No.' }),
    });
    expect(test('connection')).toMatchObject({
      status: 'failed',
      failureClass: 'credentials',
      cause: { message: expect.stringMatching(/^The platform refused the credentials\. Check /), fault: 'caller' },
    });
  });

  it('has a class and a cause even if the plugin returned none', async () => {
    const test = await dryRun(({ tests }) => ({
      tests: tests.map((each) => (each.id === 'privileges' ? { ...each, run: () => failed('It is broken.') } : each)),
    }));
    expect(test('privileges')).toMatchObject({
      failureClass: 'internal',
      cause: { fault: 'portcullis' },
      message: 'It is broken. Check the log, and report it with the code and the request id.',
    });
  });

  it('has the remedy for the thrown error, with the real names', async () => {
    const test = await dryRun(
      ({ tests }) => ({
        tests: tests.map((each) =>
          each.id === 'connection'
            ? {
                ...each,
                remedy: ({ class: failureClass }, { config }) =>
                  failureClass === 'missing-grant'
                    ? {
                        statements: [
                          sql`GRANT PRIVILEGE CONNECT TO ${ident((config as { username: string }).username)}`,
                        ],
                        runAs: 'an owner',
                      }
                    : undefined,
              }
            : each,
        ),
      }),
      { prepare: (platform) => platform.refuseConnections({ with: 'missing-grant', message: 'No.' }) },
    );
    expect(test('connection')).toMatchObject({
      remediation: { statements: ['GRANT PRIVILEGE CONNECT TO "admin";'], runAs: 'an owner' },
    });
  });

  it('is not hidden by an error in the remedy', async () => {
    const test = await dryRun(
      ({ tests }) => ({
        tests: tests.map((each) => ({
          ...each,
          remedy: () => {
            throw new Error('No remedy.');
          },
        })),
      }),
      { prepare: (platform) => platform.refuseConnections({ with: 'missing-grant', message: 'No.' }) },
    );
    expect(test('connection')).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
  });

  it('names its affected feature, declared or derived', async () => {
    const test = await dryRun(undefined, { config: { impersonation: { enabled: true, role: 'actors' } } });
    expect(test('audit-log').affects).toEqual(['audit']);
    expect(test('impersonation-role-absent').affects).toEqual(['impersonation']);
    expect(test('privileges')).not.toHaveProperty('affects');
  });
});

/** A manual dry run on a platform where the create script was run, and some of it was lost. */
async function manualDryRun(lost: readonly { readonly kind: string; readonly name: string }[]) {
  const { portcullis, platform, plugin } = await createTestInstance();
  const body = bodyOf({}, { autoBootstrap: false });
  for (const kind of ['initial-create', 'create'] as const) {
    const { script } = await portcullis.integrations.script(ADMIN, kind, body);
    runScript(platform, {
      plugin,
      config: SIMULATED_CONFIG,
      script,
      secrets: { servicePassword: SIMULATED_CONFIG.password },
    });
  }
  for (const object of lost) platform.lose(object);
  const { validationResults } = (await portcullis.integrations.create(ADMIN, body, { dryRun: true })) as DryRunResponse;
  return (id: string) => validationResults.validationTests.find((test) => test.id === id);
}

describe('an object that is missing after a manual set-up', () => {
  it('has the statements that create it', async () => {
    const test = await manualDryRun([{ kind: 'database', name: 'gov' }]);
    expect(test('database-present')).toMatchObject({
      status: 'failed',
      failureClass: 'not-found',
      remediation: {
        statements: [expect.stringMatching(/^CREATE DATABASE "gov" MARK '.*';$/)],
        runAs: 'the account that runs the create script (In the database main)',
      },
    });
  });

  it('has the statements of all missing objects, by connection', async () => {
    const test = await manualDryRun([
      { kind: 'role', name: 'portcullis_readers' },
      { kind: 'schema', name: 'portcullis' },
      { kind: 'procedure', name: 'log' },
    ]);
    const { statements, runAs } = test('manual-setup-complete')?.remediation ?? { statements: [], runAs: '' };
    expect(runAs).toBe('the account that runs the create script, section by section');
    expect(statements.map((each) => each.split(' MARK')[0])).toEqual([
      '-- == In the database main ==',
      'CREATE ROLE "portcullis_readers"',
      '-- == In the database gov ==',
      'CREATE SCHEMA "portcullis"',
      `CREATE PROCEDURE "log" REVISION '1'`,
    ]);
  });

  it('has no remedy if it is a required object', async () => {
    const test = await dryRun(undefined, { config: { warehouse: 'wh' } });
    expect(test('warehouse-present')).toMatchObject({ status: 'failed', failureClass: 'not-found' });
    expect(test('warehouse-present')).not.toHaveProperty('remediation');
  });
});

it('a hidden object has the grant that reveals it, if the plugin knows it', async () => {
  const visible = (objects: readonly ManagedObject[]): readonly ManagedObject[] =>
    objects.map((object) => ({
      ...object,
      needs: [
        {
          name: 'SEE',
          on: 'server',
          operations: ['observe'],
          grant: (to) => sql`GRANT SEE TO ${ident(to)}`,
          grantedBy: 'root',
        },
      ],
    }));
  const test = await dryRun(
    (definition) => ({ objects: (config: object, context) => visible(definition.objects(config, context)) }),
    { prepare: (platform) => platform.hide('database') },
  );
  expect(test('database-absent')).toMatchObject({
    status: 'warning',
    failureClass: 'missing-grant',
    remediation: { statements: ['GRANT SEE TO "admin";'], runAs: 'root' },
  });
});
