import { type Portcullis, ServiceError, type ValidationResults } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedshiftLike, startRedshiftLike } from '../../../src/platforms/redshift/emulator/start-redshift-like.ts';
import { withoutFollowUps } from '../../../src/platforms/redshift/manual-client.ts';
import { splitStatements } from '../../../src/platforms/redshift/split-statements.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const HOST = 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com';
const SETUP = { username: `set\\up 'account'`, password: 'Setup4Account9Password' };

const SETUP_ACCOUNT = { user: SETUP.username, password: SETUP.password };

/** Names that end early in a literal or an identifier with wrong quotes. Uppercase letters would be folded. */
const HOSTILE = {
  database: `go"v'\\'; drop schema public; --`,
  role: `ma\\sks\\' "$guard$"`,
};

let target: RedshiftLike;
let portcullis: Portcullis;
let before: unknown;

beforeAll(async () => {
  target = await startRedshiftLike();
});
afterAll(() => target.stop());

async function open(like: RedshiftLike): Promise<Portcullis> {
  return openInMemory({ plugins: [redshift({ driver: like.driver })] });
}

beforeEach(async () => {
  portcullis = await open(target);
  before = await everything();
});
afterEach(() => portcullis.close());

/** All parts of the server that a set-up could change. */
async function everything(): Promise<unknown> {
  return {
    roles: await target.run('SELECT rolname, rolsuper, rolcreatedb, rolcanlogin FROM pg_authid ORDER BY 1'),
    databases: await target.run(
      "SELECT datname, datdba, coalesce(datacl, acldefault('d', datdba))::text AS access FROM pg_database ORDER BY 1",
    ),
    schemas: await target.run("SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg!_%' ESCAPE '!' ORDER BY 1"),
  };
}

function body(changes: Readonly<Record<string, unknown>> = {}, autoBootstrap = true) {
  const { user: username, password } = target.server;
  const names = { database: 'governance', initialDatabase: 'postgres', authenticationType: 'userPassword' };
  return { type: 'Redshift', autoBootstrap, config: { host: HOST, ...names, username, password, ...changes } };
}

async function create(changes: Readonly<Record<string, unknown>> = {}, autoBootstrap = true): Promise<number> {
  const response = (await portcullis.integrations.create(ADMIN, body(changes, autoBootstrap))) as { id: string };
  return Number(response.id);
}

const statusOf = async (id: number): Promise<string> => (await portcullis.integrations.whenIdle(id)).status;
const credentials = (of: { username: string; password: string }) => ({ authenticationType: 'userPassword', ...of });

/** The failed tests of a refused operation. */
async function refusals(work: Promise<unknown>) {
  const error = await work.then(
    () => new Error('It was not refused.'),
    (reason: unknown) => reason,
  );
  if (!ServiceError.isInstance(error)) throw error;
  const results = error.extras.validationResults as ValidationResults | undefined;
  return (results?.validationTests ?? []).filter(({ status }) => status === 'failed');
}

it('the emulated server treats a backslash as an escape', async () => {
  expect(await target.run(`SELECT length('\\\\') AS letters`)).toEqual([{ letters: 1 }]);
});

describe('the statements for Amazon Redshift, on a real PostgreSQL with its syntax of literals', () => {
  it.each([
    ['plain names', { database: 'governance', role: 'masks' }],
    ['hostile names', HOSTILE],
  ])('set up, change, rotate and remove, with %s', async (_what, { database, role }) => {
    const admin = { username: target.server.user, password: target.server.password };
    const id = await create({ database, impersonation: { enabled: true, role } });
    expect(await statusOf(id)).toBe('enabled');
    expect(await target.run('SELECT role_name FROM svv_roles')).toEqual([{ role_name: role }]);

    expect(await portcullis.integrations.drift(ADMIN, id, credentials(admin))).toMatchObject({ status: 'clean' });
    await portcullis.integrations.rotateSecret(ADMIN, id, undefined);
    expect(await statusOf(id)).toBe('enabled');
    expect(await portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });

    const edited = body({ database, impersonation: { enabled: true, role: `${role}2` } });
    await portcullis.integrations.update(ADMIN, id, edited);
    expect(await statusOf(id)).toBe('enabled');
    expect(await target.run('SELECT role_name FROM svv_roles')).toEqual([{ role_name: `${role}2` }]);

    await portcullis.integrations.remove(ADMIN, id, credentials(admin));
    expect(await statusOf(id)).toBe('deleted');
    expect(await everything()).toEqual(before);
  });

  it('send the password of the service as a digest, and the service signs in with it', async () => {
    const id = await create();
    expect(await statusOf(id)).toBe('enabled');
    const sent = target.statements.filter((text) => text.startsWith('CREATE USER "governance_service"'));
    expect(sent.at(-1)).toMatch(
      /^CREATE USER "governance_service" PASSWORD 'sha256\|[0-9a-f]{64}\|[0-9a-f]{64}' NOCREATEDB$/,
    );
    const admin = { username: target.server.user, password: target.server.password };
    await portcullis.integrations.remove(ADMIN, id, credentials(admin));
    expect(await statusOf(id)).toBe('deleted');
  });

  it.each(['governance', 'g'.repeat(60)])(
    'end the sessions on the database %s, which prevent its drop',
    async (database) => {
      const id = await create({ database });
      expect(await statusOf(id)).toBe('enabled');
      const { Client } = await target.driver();
      const admin = { username: target.server.user, password: target.server.password };
      const reader = new Client({ user: admin.username, password: admin.password, database } as never);
      reader.on('error', () => {});
      await reader.connect();
      await portcullis.integrations.remove(ADMIN, id, credentials(admin));
      expect(await statusOf(id)).toBe('deleted');
      await reader.end();
      expect(await everything()).toEqual(before);
    },
  );

  it('leave a foreign role of the same name alone', async () => {
    await target.run('CREATE ROLE "masks"');
    const refused = await refusals(create({ impersonation: { enabled: true, role: 'masks' } }));
    expect(refused.map(({ name }) => name)).toEqual(['Validate Automatic: Impersonation Role Does Not Exist']);
    await target.run('DROP ROLE "masks" FORCE');
    expect(await everything()).toEqual(before);
  });
});

describe('foreign contents that have no schema', () => {
  const admin = () => ({ username: target.server.user, password: target.server.password });
  const idOf = (name: string) => `(SELECT usesysid::int FROM pg_user WHERE usename = '${name}')`;
  const ADDED = {
    library: (by: string) => `pg_library VALUES ('theirs', ${idOf(by)})`,
    'row-level security policy': (by: string) => `svv_rls_policy VALUES ('governance', 'theirs', '${by}')`,
    'masking policy': (by: string) => `svv_masking_policy VALUES ('governance', 'theirs', '${by}')`,
    'data share': (by: string) => `svv_datashares VALUES ('theirs', ${idOf(by)}, 'governance', 'OUTBOUND')`,
  };
  const add = (row: string) => target.run(`INSERT INTO pg_catalog.${row}`, { database: 'governance' });

  it.each(Object.entries(ADDED))('keep the database: a %s', async (kind, row) => {
    const id = await create();
    expect(await statusOf(id)).toBe('enabled');
    await add(row(target.server.user));
    await expect(portcullis.integrations.remove(ADMIN, id, credentials(admin()))).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(`: ${kind} theirs.`),
    });
    await portcullis.integrations.remove(ADMIN, id, credentials(admin()), { dropContents: true });
    expect(await statusOf(id)).toBe('deleted');
  });

  it('are those of others: a removal takes the objects of the service, and leaves other databases alone', async () => {
    const id = await create();
    expect(await statusOf(id)).toBe('enabled');
    for (const row of Object.values(ADDED)) await add(row('governance_service'));
    await add("svv_rls_policy VALUES ('sales', 'theirs', 'analyst')");
    await add("svv_masking_policy VALUES ('sales', 'theirs', 'analyst')");
    await add("svv_datashares VALUES ('theirs', 1, 'sales', 'OUTBOUND')");
    await portcullis.integrations.remove(ADMIN, id, credentials(admin()));
    expect(await statusOf(id)).toBe('deleted');
    expect(await everything()).toEqual(before);
  });
});

describe('the least role', () => {
  /** The revoked system privileges. The refusal names the statement that grants each one again. */
  const PRIVILEGES = ['CREATE USER', 'DROP USER', 'CREATE ROLE', 'DROP ROLE'] as const;
  const wanted = { ...SETUP, impersonation: { enabled: true, role: 'masks' } };

  /** Runs the script of the least role. */
  async function prepare(): Promise<void> {
    const { password: _password, ...secretless } = body(wanted).config;
    const { script } = await portcullis.integrations.privileges(ADMIN, { ...body(wanted), config: secretless });
    const filled = script.replaceAll('PASSWORD {{setupPassword}}', `PASSWORD '${SETUP.password}'`);
    expect(await runInOneSession(filled, 'postgres')).toEqual([]);
  }

  afterEach(async () => {
    await target.run(`REVOKE CREATE ON DATABASE postgres FROM "${SETUP.username}"`);
    await target.run(`DROP USER "${SETUP.username}"`);
    await target.run('DROP ROLE "portcullis_setup" FORCE');
    expect(await everything()).toEqual(before);
  });

  it('sets up and removes, and sees only permitted objects', async () => {
    await prepare();
    await target.run('CREATE ROLE "outsiders"');
    expect(await target.run('SELECT role_name FROM svv_roles ORDER BY 1', SETUP_ACCOUNT)).toEqual([
      { role_name: 'portcullis_setup' },
    ]);
    const id = await create(wanted);
    expect(await statusOf(id)).toBe('enabled');
    await portcullis.integrations.remove(ADMIN, id, credentials(SETUP));
    expect(await statusOf(id)).toBe('deleted');
    await target.run('DROP ROLE "outsiders" FORCE');
  });

  it.each(PRIVILEGES)('is rejected without %s, with the statement that grants it', async (privilege) => {
    await prepare();
    const others = PRIVILEGES.filter((each) => each !== privilege);
    await target.run(`COMMENT ON ROLE portcullis_setup IS 'system:${others.join(',')}'`);
    const [refused, ...more] = await refusals(create(wanted));
    expect(more).toEqual([]);
    expect(refused).toMatchObject({ id: 'bootstrap-user-grants', failureClass: 'missing-grant' });
    const statements = refused?.remediation?.statements ?? [];
    expect(statements).toContain(`GRANT ${privilege} TO ROLE "portcullis_setup";`);
    for (const statement of statements.filter((each) => !each.startsWith('CREATE ROLE'))) {
      await target.run(statement.replace(/;$/, ''));
    }
    const id = await create(wanted);
    expect(await statusOf(id)).toBe('enabled');
    await portcullis.integrations.remove(ADMIN, id, credentials(SETUP));
    expect(await statusOf(id)).toBe('deleted');
  });
});

describe('a manual set-up', () => {
  const account = { username: `svc\\'x`, password: 'Manual4Account9Password' };

  it('creates objects by scripts that the service finds, with hostile names, also when run twice', async () => {
    const wanted = body(
      { ...account, database: HOSTILE.database, impersonation: { enabled: true, role: HOSTILE.role } },
      false,
    );
    const service = portcullis.integrations;
    let managed = '';
    for (const kind of ['initial-create', 'create'] as const) {
      const { script } = await service.script(ADMIN, kind, wanted);
      managed = script.replaceAll('{{servicePassword}}', `'${account.password.replaceAll("'", "''")}'`);
      expect(await runInOneSession(managed, kind === 'create' ? HOSTILE.database : 'postgres')).toEqual([]);
    }
    const response = (await service.create(ADMIN, wanted)) as { readonly id: string };
    const id = Number(response.id);
    expect(await statusOf(id)).toBe('enabled');
    expect(await runInOneSession(managed, HOSTILE.database)).toEqual([]);
    const removal = await service.deleteScript(ADMIN, id);
    // The parser that splits the script does not know FORCE.
    const uncommented = removal.script.replaceAll(/^-- (DROP DATABASE .*) FORCE;$/gm, '$1;');
    expect(await runInOneSession(uncommented, 'postgres')).toEqual([]);
    expect(await everything()).toEqual(before);
    await service.remove(ADMIN, id, undefined);
    expect(await statusOf(id)).toBe('deleted');
  });
});

it('needs this emulation: with the literals of PostgreSQL the service finds no object', async () => {
  const standard = await startRedshiftLike('standard');
  const other = await open(standard);
  const { user: username, password } = standard.server;
  const request = body({ username, password, database: `go\\v` });
  const response = (await other.integrations.create(ADMIN, request)) as { readonly id: string };
  const id = Number(response.id);
  await other.integrations.whenIdle(id);
  const report = await other.integrations.drift(ADMIN, id, credentials({ username, password }));
  expect(report.status).not.toBe('clean');
  await other.close();
  await standard.stop();
});

/** Runs a script on one connection, like an administrator's client. */
async function runInOneSession(script: string, database: string): Promise<readonly string[]> {
  const { Client } = await target.driver();
  const { user, password } = target.server;
  const client = new Client({ user, password, database } as never);
  client.on('error', () => {});
  await client.connect();
  const errors: string[] = [];
  for (const statement of await splitStatements(script)) {
    await client.query(statement).catch((error: Error) => errors.push(error.message));
  }
  await client.end();
  return withoutFollowUps(errors);
}
