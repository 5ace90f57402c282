import { canonicalText, type TestOutcome } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { SynapseConfig } from '../src/config/config-schema.ts';
import type { Row, SynapseSession } from '../src/connection/synapse-session.ts';
import { QUOTING } from '../src/dialect/quoting.ts';
import { SAMPLES } from '../src/samples.ts';
import { VALIDATION_TESTS } from '../src/validation/validation-tests.ts';
import { definition, markOf } from './support/scripts.ts';

/** Runs a test on a session with prepared responses, each for the queries that contain its words. */
async function run(
  id: string,
  responses: readonly (readonly [words: string, rows: readonly Row[]])[],
): Promise<TestOutcome> {
  const config: SynapseConfig = definition.config.parse(SAMPLES[0]);
  const session: SynapseSession = {
    isMaster: false,
    query: async (statement) => {
      const text = canonicalText(statement, QUOTING);
      return responses.find(([words]) => text.includes(words))?.[1] ?? [];
    },
    run: async () => ({}),
    close: async () => {},
  };
  const test = VALIDATION_TESTS.find((each) => each.id === id);
  if (!test) throw new Error(`There is no test ${id}.`);
  return test.run({
    config,
    mode: test.modes[0] ?? 'automatic',
    operation: test.operations[0] ?? 'create',
    facts: {},
    options: {},
    mark: markOf,
    session,
    host: { isDataSourceCredential: async () => undefined },
    others: { onTarget: async () => undefined, withSame: async () => undefined },
    signal: new AbortController().signal,
  });
}

function remedyOf(outcome: TestOutcome): readonly string[] {
  const statements = outcome.status === 'failed' ? (outcome.remediation?.statements ?? []) : [];
  return statements.map((each) => (typeof each === 'string' ? each : canonicalText(each, QUOTING)));
}

describe('the validation tests', () => {
  it.each([
    [11, 'serverless'],
    [5, 'Azure SQL Database'],
    [3, 'SQL Server'],
  ])('distinguish a dedicated pool from other databases: edition %i', async (edition, word) => {
    const outcome = await run('basic-connection', [['EngineEdition', [{ edition, pool: 'p', account: 'a' }]]]);
    expect(outcome).toMatchObject({
      status: 'failed',
      failureClass: 'unsupported',
      message: expect.stringContaining(word),
    });
  });

  it('accept a dedicated pool', async () => {
    const rows = [{ edition: 6, pool: 'sqlpool1', account: 'dbo' }];
    expect(await run('basic-connection', [['EngineEdition', rows]])).toMatchObject({ status: 'passed' });
  });

  it('explain how to grant a login control of the pool', async () => {
    const outcome = await run('privileged-role', [
      ['USER_NAME', [{ account: 'ada]' }]],
      ["sys.fn_my_permissions(NULL, N'DATABASE')", [{ privilege: 'SELECT' }]],
    ]);
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(remedyOf(outcome)).toEqual(['GRANT CONTROL ON DATABASE::[sqlpool1] TO [ada]]]']);
  });

  it('explain how to permit a login to create logins', async () => {
    const outcome = await run('bootstrap-user-grants', [['loginmanager', [{ account: "o'ada", manages: 0 }]]]);
    expect(remedyOf(outcome)).toEqual(["EXEC sp_addrolemember N'loginmanager', N'o''ada'"]);
    const administrator = await run('bootstrap-user-grants', [['loginmanager', [{ account: 'dbo', manages: 0 }]]]);
    expect(administrator.status).toBe('passed');
  });

  it('list missing privileges of the service account, and the statements that grant them', async () => {
    const held = (...privileges: readonly string[]): readonly Row[] => privileges.map((privilege) => ({ privilege }));
    const all = (...onViews: readonly string[]): readonly (readonly [string, readonly Row[]])[] => [
      ["sys.fn_my_permissions(N'[governance]', N'SCHEMA')", held('ALTER', ...onViews)],
      ["(NULL, N'DATABASE')", held('CREATE PROCEDURE', 'CREATE TABLE', 'CREATE VIEW')],
      ["N'SCHEMA'", held('ALTER', 'DELETE', 'EXECUTE', 'INSERT', 'SELECT', 'VIEW DEFINITION')],
    ];
    expect((await run('recurring-privileges', all('SELECT', 'VIEW DEFINITION'))).status).toBe('passed');
    const outcome = await run('recurring-privileges', all('VIEW DEFINITION'));
    expect(outcome).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('SELECT on schema governance'),
    });
    expect(remedyOf(outcome)).toEqual([
      'GRANT ALTER, SELECT, VIEW DEFINITION ON SCHEMA::[governance] TO [sqlpool1_governance_service]',
    ]);
  });

  it('warn about an account that owns the pool', async () => {
    const owner = await run('manual-excessive-privileges', [['db_owner', [{ account: 'ada', owner: 1 }]]]);
    expect(owner).toMatchObject({ status: 'warning' });
    const other = await run('manual-excessive-privileges', [['db_owner', [{ account: 'ada', owner: 0 }]]]);
    expect(other.status).toBe('passed');
  });

  it('name the missing part of impersonation, and the statements that restore it', async () => {
    const there: readonly Row[] = [{ name: 'x' }];
    const both: readonly Row[] = [{ name: 'impersonate' }, { name: 'stop_impersonating' }];
    const parts = [
      ['held.permission_name', both],
      ["N'impersonations'", there],
      ["N'stop_impersonating'", there],
      ["N'governance_impersonation'", there],
    ] as const;
    expect((await run('recurring-impersonation', [...parts, ["N'impersonate'", there]])).status).toBe('passed');
    const outcome = await run('recurring-impersonation', parts);
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'not-found' });
    expect(remedyOf(outcome)).toEqual([
      expect.stringContaining('CREATE PROCEDURE [governance_procedures].[impersonate]'),
      expect.stringContaining('GRANT EXECUTE ON OBJECT::[governance_procedures].[impersonate]'),
      expect.stringContaining('GRANT EXECUTE ON OBJECT::[governance_procedures].[stop_impersonating]'),
    ]);
    const withoutExecute = await run('recurring-impersonation', [
      ['held.permission_name', [{ name: 'impersonate' }]],
      ...parts.slice(1),
      ["N'impersonate'", there],
    ]);
    expect(withoutExecute).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
  });
});
