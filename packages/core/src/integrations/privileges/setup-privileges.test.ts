import { definePlugin, definitionOf, ident, type ManagedObject, sql } from '@portcullis/plugin-api';
import { clientConfiguredPlugin, createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';

async function privilegesOf(config: object = {}, more: object = {}) {
  const { portcullis } = await createTestInstance();
  return portcullis.integrations.privileges(ADMIN, bodyOf(config, more));
}

/** An instance whose plugin has other objects than the simulated one. */
async function withObjects(change: (objects: readonly ManagedObject[]) => readonly ManagedObject[]) {
  const definition = definitionOf(simulatedPlugin(createSimulatedPlatform()));
  const plugin = definePlugin({
    ...definition,
    objects: (config: object, context) => change(definition.objects(config, context)),
  });
  return createTestInstance({ plugin });
}

/** The simulated objects, with one guard that needs a privilege of its own. */
const withGuardPrivilege = (objects: readonly ManagedObject[]): readonly ManagedObject[] =>
  objects.map((object) =>
    object.guard && object.key === 'readers'
      ? { ...object, guard: { ...object.guard, needs: [{ name: 'READ CATALOGUE', on: 'server' }] } }
      : object,
  );

describe('the privileges of a guard', () => {
  it('belong to the role of a manual set-up, whose scripts run the guard', async () => {
    const { portcullis } = await withObjects(withGuardPrivilege);
    const { privileges } = await portcullis.integrations.privileges(ADMIN, bodyOf({}, { autoBootstrap: false }));
    expect(privileges.find(({ name }) => name === 'READ CATALOGUE')).toMatchObject({
      on: 'server',
      operations: ['create', 'edit', 'delete'],
    });
  });

  it('do not belong to the role of an automatic set-up', async () => {
    const { portcullis } = await withObjects(withGuardPrivilege);
    const { privileges } = await portcullis.integrations.privileges(ADMIN, bodyOf());
    expect(privileges.map(({ name }) => name)).not.toContain('READ CATALOGUE');
  });

  it('are in the header of the scripts with the guard, and of no others', async () => {
    const { portcullis } = await withObjects(withGuardPrivilege);
    const header = /^-- Run it as an account with these privileges: .*READ CATALOGUE on server/m;
    const scriptOf = async (kind: 'initial-create' | 'create') =>
      (await portcullis.integrations.script(ADMIN, kind, bodyOf({}, { autoBootstrap: false }))).script;
    expect(await scriptOf('initial-create')).toMatch(header);
    expect(await scriptOf('create')).not.toMatch(header);
  });
});

describe('the minimal role for a config', () => {
  it('is the union of the privileges of its objects, each once, with its purpose', async () => {
    const response = await privilegesOf({ impersonation: { enabled: true, role: 'actors' } });
    expect(response.privileges.map(({ name, on, heldBy }) => [name, on, heldBy])).toEqual([
      ['CREATE DATABASE', 'server', 'setup'],
      ['CREATE ROLE', 'server', 'setup'],
      ['CREATE USER', 'server', 'setup'],
      ['GRANT ROLE', 'role portcullis_readers', 'setup'],
      ['CREATE', 'database gov', 'service'],
    ]);
    expect(response.privileges.find(({ name }) => name === 'CREATE ROLE')).toEqual({
      name: 'CREATE ROLE',
      on: 'server',
      withGrant: false,
      grantable: true,
      anyOf: [],
      heldBy: 'setup',
      operations: ['create', 'edit', 'delete'],
      objects: [
        {
          key: 'readers',
          kind: 'role',
          name: 'portcullis_readers',
          operations: ['create', 'alter', 'drop'],
          why: 'Every service account of this server reads through it.',
        },
        {
          key: 'impersonation-role',
          kind: 'role',
          name: 'actors',
          operations: ['create', 'alter', 'drop'],
          why: 'Its members can act as other users.',
        },
      ],
      statements: [`GRANT PRIVILEGE 'CREATE ROLE' TO "admin"`],
      grantedBy: 'an administrator of the platform',
    });
    expect(response).toMatchObject({
      type: 'Simulated',
      autoBootstrap: true,
      target: 'db.example.com:7000',
      role: { name: 'admin', runAs: 'an administrator of the server' },
      minimal: { possible: true, reasons: [] },
      warnings: [],
    });
  });

  it('contains no privileges of a feature that is off', async () => {
    const names = async (config: object) => (await privilegesOf(config)).privileges.map(({ name }) => name);
    expect(await names({})).not.toContain('CREATE VOLUME');
    expect(await names({ volume: { size: 1 } })).toContain('CREATE VOLUME');
  });

  it('has a script that creates it: the account if it is missing, then each grant once', async () => {
    const { script, fileName, language } = await privilegesOf();
    expect(fileName).toBe('portcullis-simulated-setup-role.sql');
    expect(language).toBe('Simulated SQL');
    expect(script.split('\n')).toEqual([
      '-- Portcullis, Simulated, set-up role for db.example.com:7000',
      '-- Gives admin the privileges to set up, edit and remove this integration, and no others.',
      '-- Run it as an administrator of the server.',
      '-- - CREATE DATABASE on server: to create, edit, delete; for database gov.',
      '-- - CREATE ROLE on server: to create, edit, delete; for role portcullis_readers.',
      '-- - CREATE USER on server: to create, edit, delete; for user gov_service.',
      '-- - GRANT ROLE on role portcullis_readers: to create, edit, delete; for grant portcullis_readers to gov_service.',
      '-- - CREATE on database gov: to create, edit, delete; for schema portcullis, parameter retention, procedure log. Held by the service account.',
      '-- Before you run it, replace {{setupPassword}} with a secret of your choice, in single quotes.',
      '',
      '-- == In the database main ==',
      `IF NOT EXISTS (FIND 'user' 'admin') THEN`,
      '  CREATE USER "admin" PASSWORD {{setupPassword}};',
      'END IF;',
      `GRANT PRIVILEGE 'CREATE DATABASE' TO "admin";`,
      `GRANT PRIVILEGE 'CREATE ROLE' TO "admin";`,
      `GRANT PRIVILEGE 'CREATE USER' TO "admin";`,
      `GRANT PRIVILEGE 'GRANT ROLE' TO "admin";`,
      '',
    ]);
  });

  it('reports that it does not exist if a privilege cannot be granted', async () => {
    const { portcullis } = await withObjects((objects) =>
      objects.map((object) =>
        object.key === 'database'
          ? { ...object, needs: [{ name: 'superuser', on: 'server', anyOf: ['root'], grantable: false }] }
          : object,
      ),
    );
    const response = await portcullis.integrations.privileges(ADMIN, bodyOf());
    const reason = 'superuser or root on server cannot be granted but is needed for database gov.';
    expect(response.minimal).toEqual({ possible: false, reasons: [reason] });
    expect(response.warnings).toEqual([reason]);
    expect(response.script).toContain(`-- Warning: ${reason}`);
  });

  it('does not grant privileges of an owner, and states this', async () => {
    const need = { name: 'ownership', on: 'database gov', grantable: false, comesWith: 'database' };
    const { portcullis } = await withObjects((objects) =>
      objects.map((object) => {
        const grant = (grantee: string) => sql`MAKE OWNER ${ident(grantee)}`;
        return object.key === 'database' ? { ...object, needs: [{ ...need, grant }] } : object;
      }),
    );
    const response = await portcullis.integrations.privileges(ADMIN, bodyOf());
    expect(response.minimal.possible).toBe(true);
    expect(response.privileges[0]).toMatchObject({ ...need, statements: [] });
    expect(response.script).toContain('Held by the account that made the object.');
    expect(response.script).not.toContain('MAKE OWNER');
  });

  it('names a separate account in manual set-up, where the config names that of the service', async () => {
    const response = await privilegesOf({}, { autoBootstrap: false });
    expect(response).toMatchObject({ autoBootstrap: false, role: { name: 'portcullis_setup' } });
    expect(response.privileges.map(({ heldBy }) => heldBy)).toContain('setup');
  });

  it('is empty for a type that is configured on its own side', async () => {
    const { portcullis } = await createTestInstance({ plugin: clientConfiguredPlugin() });
    expect(await portcullis.integrations.privileges(ADMIN, { type: 'Remote' })).toEqual({
      type: 'Remote',
      target: 'Remote',
      minimal: { possible: true, reasons: [] },
      privileges: [],
      script: '# Portcullis, Remote, set-up role for Remote\n# No account has to be prepared on the platform.\n',
      language: 'Text',
      fileName: 'portcullis-remote-setup-role.txt',
      warnings: [],
    });
  });
});

describe('a config in a request for privileges', () => {
  it.each([
    ['left out', { password: undefined }],
    ['replaced by the marker', { password: '[REDACTED]' }],
    [
      'left out of another way to sign in',
      { authenticationType: 'keyPair', password: undefined, privateKey: { name: 'k' } },
    ],
  ])('may have its secrets %s', async (_how, config) => {
    const { portcullis } = await createTestInstance();
    // As it comes over the wire, where a member that is undefined is none.
    const sent: unknown = JSON.parse(JSON.stringify(bodyOf(config)));
    expect((await portcullis.integrations.privileges(ADMIN, sent)).role?.name).toBe('admin');
  });

  it('causes no connection and reveals no secret', async () => {
    const { portcullis, platform } = await createTestInstance();
    const response = await portcullis.integrations.privileges(ADMIN, bodyOf({ password: 'canary-password' }));
    expect(platform.openedSessions).toBe(0);
    expect(JSON.stringify(response)).not.toContain('canary-password');
  });

  it('is rejected for the same reasons as by POST', async () => {
    const { portcullis } = await createTestInstance();
    const refused = refusalOf(
      portcullis.integrations.privileges(ADMIN, bodyOf({ password: undefined, host: 5, hots: 1 })),
    );
    expect(await refused).toMatchObject({ code: 'BODY_INVALID', message: expect.stringContaining('config.host') });
    expect(await refusalOf(portcullis.integrations.privileges(ADMIN, { type: 'No' }))).toMatchObject({
      code: 'TYPE_UNKNOWN',
    });
  });

  it('needs a secret that identifies the target', async () => {
    const definition = definitionOf(simulatedPlugin(createSimulatedPlatform()));
    const plugin = definePlugin({
      ...definition,
      target: ({ password }: { password?: string }) => ({ identity: [String(password).slice(0, 8)], display: 'p' }),
    });
    const { portcullis } = await createTestInstance({ plugin });
    const { password: _none, ...config } = (bodyOf() as { config: Record<string, unknown> }).config;
    expect(
      await refusalOf(portcullis.integrations.privileges(ADMIN, { type: 'Simulated', autoBootstrap: true, config })),
    ).toMatchObject({ code: 'BODY_INVALID', message: expect.stringContaining('password') });
  });
});
