import { type Portcullis, ServiceError, type SetupPrivilegesView, type ValidationResults } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const NAME = 'set "up" account';
const PASSWORD = 'Setup4Account9Password';

/** The statement that revokes each grant of the least role, and the operations that then fail. */
const GRANTS = [
  {
    privilege: 'CREATE on database postgres',
    revoke: `REVOKE CREATE ON DATABASE postgres FROM "set ""up"" account"`,
    grant: `GRANT CREATE ON DATABASE "postgres" TO "set ""up"" account"`,
    operations: ['create'],
    test: 'initial-database',
  },
  {
    privilege: 'CREATEDB on the cluster',
    revoke: 'ALTER USER "set ""up"" account" NOCREATEDB',
    grant: 'ALTER USER "set ""up"" account" CREATEDB',
    operations: ['create'],
    test: 'privileged-role',
  },
  {
    privilege: 'CREATEROLE on the cluster',
    revoke: 'ALTER USER "set ""up"" account" NOCREATEROLE',
    grant: 'ALTER USER "set ""up"" account" CREATEROLE',
    operations: ['create', 'edit', 'delete'],
    test: 'bootstrap-user-grants',
  },
] as const;

type Operation = 'create' | 'edit' | 'delete';

let server: RunningPostgres;
let admin: ManualClient;
let portcullis: Portcullis;
let id: number;

beforeAll(async () => {
  server = await startPostgres();
  admin = await openManualClient(server);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

beforeEach(async () => {
  portcullis = await openInMemory({ plugins: [redshift({ engine: 'postgresql' })] });
  expect((await prepare()).errors).toEqual([]);
});

afterEach(async () => {
  await portcullis.close();
  await admin.rows('DROP DATABASE IF EXISTS governance WITH (FORCE)');
  const left = await admin.rows(
    "SELECT rolname FROM pg_roles WHERE rolname IN ('governance_service', 'set \"up\" account')",
  );
  for (const { rolname } of left) await admin.rows(`DROP OWNED BY "${String(rolname).replaceAll('"', '""')}" CASCADE`);

  await admin.rows('DROP ROLE IF EXISTS governance_service, masks, veils, "set ""up"" account"');
});

function body(impersonation: object = { enabled: true, role: 'masks' }, secrets: object = { password: PASSWORD }) {
  const { host, port, database: initialDatabase } = server;
  const names = { database: 'governance', initialDatabase, authenticationType: 'userPassword', username: NAME };
  return { type: 'Redshift', autoBootstrap: true, config: { host, port, ...names, ...secrets, impersonation } };
}

/** Requests the least role without any secret, and runs its script as the administrator. */
async function prepare(): Promise<{ readonly errors: readonly string[]; readonly role: SetupPrivilegesView }> {
  const role = await portcullis.integrations.privileges(ADMIN, body(undefined, {}));
  const script = role.script.replaceAll('PASSWORD {{setupPassword}}', `PASSWORD '${PASSWORD}'`);
  return { errors: await admin.runScript(script), role };
}

const OPERATIONS: Readonly<Record<Operation, () => Promise<unknown>>> = {
  create: async () => {
    const response = (await portcullis.integrations.create(ADMIN, body())) as { readonly id: string };
    id = Number(response.id);
  },
  edit: () => portcullis.integrations.update(ADMIN, id, body({ enabled: false })),
  delete: () =>
    portcullis.integrations.remove(ADMIN, id, {
      authenticationType: 'userPassword',
      username: NAME,
      password: PASSWORD,
    }),
};

/** Runs an operation to its end. */
async function run(operation: Operation): Promise<string> {
  await OPERATIONS[operation]();
  return (await portcullis.integrations.whenIdle(id)).status;
}

/** The failed tests of a refused operation, with their messages. */
async function refusals(operation: Operation) {
  try {
    await OPERATIONS[operation]();
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    return (
      (error.extras.validationResults as ValidationResults | undefined)?.validationTests.filter(
        ({ status }) => status === 'failed',
      ) ?? []
    );
  }
  throw new Error(`${operation} was not refused.`);
}

describe('the least role on a real PostgreSQL', () => {
  it('is created by its script, which can be run twice', async () => {
    const { errors, role } = await prepare();
    expect(errors).toEqual([]);
    expect(role.minimal).toEqual({ possible: true, reasons: [] });
    const granted = role.privileges.filter(({ statements }) => statements.length > 0);
    expect(granted.map(({ name, on }) => `${name} on ${on}`)).toEqual(GRANTS.map(({ privilege }) => privilege));
    expect(granted.map(({ operations }) => operations)).toEqual(GRANTS.map(({ operations }) => operations));
    expect(
      await admin.rows(
        `SELECT rolsuper, rolcreatedb, rolcreaterole, rolcanlogin FROM pg_roles WHERE rolname = 'set "up" account'`,
      ),
    ).toEqual([{ rolsuper: false, rolcreatedb: true, rolcreaterole: true, rolcanlogin: true }]);
  });

  it('sets up, edits and reverts the edit, deletes, and leaves nothing behind', async () => {
    const prepared = await fingerprint(admin);
    expect(await run('create')).toBe('enabled');
    for (const impersonation of [
      { enabled: false },
      { enabled: true, role: 'masks' },
      { enabled: true, role: 'veils' },
    ]) {
      await portcullis.integrations.update(ADMIN, id, body(impersonation));
      expect((await portcullis.integrations.whenIdle(id)).status).toBe('enabled');
    }
    expect(await run('delete')).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(prepared);
  });

  const cases = GRANTS.flatMap((each) =>
    (['create', 'edit', 'delete'] as const).map((operation) => [each.privilege, operation, each] as const),
  );

  it.each(cases)('without %s: %s', async (_privilege, operation, { revoke, grant, operations, test }) => {
    if (operation !== 'create') expect(await run('create')).toBe('enabled');
    await admin.rows(revoke);
    if (!(operations as readonly Operation[]).includes(operation)) {
      expect(await run(operation)).toMatch(/enabled|deleted/);
      return;
    }
    const refused = await refusals(operation);
    expect(refused.map((each) => each.id)).toEqual([test]);
    expect(refused[0]).toMatchObject({
      failureClass: 'missing-grant',
      remediation: { statements: [`${grant};`], runAs: expect.stringMatching(/superuser/) },
    });
    for (const statement of refused[0]?.remediation?.statements ?? []) await admin.rows(statement);
    expect(await run(operation)).toMatch(/enabled|deleted/);
  });
});
