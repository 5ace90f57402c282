import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type OperationResponse, type Portcullis, ServiceError, type ValidationResults } from '@portcullis/core';
import { createPlugin } from '@portcullis/create-plugin';
import type { Plugin } from '@portcullis/plugin-api';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../src/shared/admin.ts';
import { openInMemory } from '../../src/shared/open-in-memory.ts';

const PASSWORD = "Gov'1\\Account";

/** The password in the script of PostgreSQL. */
const FILLED = "E'Gov''1\\\\Account'";

/** Objects of another account in the schema: the name, and the statements that create and drop each. */
const FOREIGN = [
  ['governance.listed', 'CREATE TABLE governance.listed (a int)', 'DROP TABLE governance.listed'],
  ['governance.seen', 'CREATE VIEW governance.seen AS SELECT 1', 'DROP VIEW governance.seen'],
  ['governance.kept', 'CREATE MATERIALIZED VIEW governance.kept AS SELECT 1', 'DROP MATERIALIZED VIEW governance.kept'],
  ['governance.counted', 'CREATE SEQUENCE governance.counted', 'DROP SEQUENCE governance.counted'],
  ['governance.pair', 'CREATE TYPE governance.pair AS (a int, b int)', 'DROP TYPE governance.pair'],
  ['governance.mood', "CREATE TYPE governance.mood AS ENUM ('good')", 'DROP TYPE governance.mood'],
  ['governance.short', 'CREATE DOMAIN governance.short AS varchar(3)', 'DROP DOMAIN governance.short'],
  [
    'governance.one',
    "CREATE FUNCTION governance.one() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'DROP FUNCTION governance.one',
  ],
  ['governance.act', "CREATE PROCEDURE governance.act() LANGUAGE sql AS 'SELECT 1'", 'DROP PROCEDURE governance.act'],
] as const;

// A folder inside the package, so that the imports of the plugin resolve.
const environments = join(
  dirname(createRequire(import.meta.url).resolve('@portcullis/create-plugin/package.json')),
  '.scaffolded',
);

let folder: string;
let server: RunningPostgres;
let admin: ManualClient;
let portcullis: Portcullis;
let before: unknown;

beforeAll(async () => {
  mkdirSync(environments, { recursive: true });
  folder = mkdtempSync(join(environments, 'on-postgres-'));
  createPlugin({ name: 'Tower', kind: 'sql', auth: ['password'] }, folder);
  const { tower }: { tower(options: object): Plugin } = await import(join(folder, 'src/index.ts'));
  server = await startPostgres();
  admin = await openManualClient(server);
  before = await fingerprint(admin);
  portcullis = await openInMemory({ plugins: [tower({ tls: 'off', localHosts: 'allowed' })] });
});

afterAll(async () => {
  await portcullis?.close();
  await admin?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const body = (changes: object = {}, autoBootstrap = true) => {
  const { host, port, database, user: username, password } = server;
  const target = { host, port, database, schema: 'governance' };
  return {
    type: 'Tower',
    autoBootstrap,
    config: { ...target, authenticationType: 'password', username, password, ...changes },
  };
};
const credentials = () => ({ authenticationType: 'password', username: server.user, password: server.password });
const findings = async (id: number, privileged?: object) =>
  (await portcullis.integrations.drift(ADMIN, id, privileged)).findings;

async function waitForStatus(id: number, wanted: string): Promise<void> {
  const { status } = await portcullis.integrations.whenIdle(id);
  if (status === wanted) return;
  const operations = await portcullis.integrations.operations(ADMIN, id).catch(() => []);
  throw new Error(`The status is ${status}, not ${wanted}: ${JSON.stringify(operations.at(-1)?.error)}`);
}

async function setUp(request: object): Promise<number> {
  const id = Number(((await portcullis.integrations.create(ADMIN, request)) as OperationResponse).id);
  await waitForStatus(id, 'enabled');
  return id;
}

/** A generated plugin before any change. */
describe('a generated plugin on a real PostgreSQL', () => {
  it('sets up, edits, rotates, and removes without a trace on the server', async () => {
    const id = await setUp(body());
    expect(await findings(id, credentials())).toEqual([]);
    expect(await findings(id)).toEqual([]);
    await portcullis.integrations.update(ADMIN, id, body({ connectionLimit: 7 }));
    await waitForStatus(id, 'enabled');
    expect(await admin.rows("SELECT rolconnlimit FROM pg_roles WHERE rolname = 'governance_service'")).toEqual([
      { rolconnlimit: 7 },
    ]);
    await portcullis.integrations.rotateSecret(ADMIN, id, undefined);
    await waitForStatus(id, 'enabled');
    await portcullis.integrations.remove(ADMIN, id, credentials());
    await waitForStatus(id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('is set up, edited and removed by scripts, each run twice', async () => {
    const manual = (changes: object = {}) => body({ username: 'gov "account"', password: PASSWORD, ...changes }, false);
    const filled = (script: string) =>
      script.replaceAll('{{servicePassword}}', `E'${PASSWORD.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`);
    const twice = async (script: string) => [
      await admin.runScript(filled(script)),
      await admin.runScript(filled(script)),
    ];

    expect(await twice((await portcullis.integrations.script(ADMIN, 'create', manual())).script)).toEqual([[], []]);
    const id = await setUp(manual());
    expect(await findings(id)).toEqual([]);
    const changed = manual({ connectionLimit: 5 });
    expect(await twice((await portcullis.integrations.script(ADMIN, 'edit', changed, id)).script)).toEqual([[], []]);
    await portcullis.integrations.update(ADMIN, id, changed);
    await waitForStatus(id, 'enabled');
    expect(await twice((await portcullis.integrations.deleteScript(ADMIN, id)).script)).toEqual([[], []]);
    await portcullis.integrations.remove(ADMIN, id, undefined);
    await waitForStatus(id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('stops at foreign objects and changes nothing', async () => {
    await admin.rows(
      "CREATE ROLE governance_service; CREATE SCHEMA governance; COMMENT ON SCHEMA governance IS 'mine'",
    );
    const taken = await fingerprint(admin);
    await expect(portcullis.integrations.create(ADMIN, body())).rejects.toThrow(/Does Not Exist/);
    const manual = body({ username: 'governance_service', password: PASSWORD }, false);
    const { script } = await portcullis.integrations.script(ADMIN, 'create', manual);
    expect(await admin.runScript(script.replaceAll('{{servicePassword}}', "'x'"))).toEqual([
      expect.stringContaining('Portcullis stopped at schema "governance"'),
    ]);
    await admin.runScript((await portcullis.integrations.script(ADMIN, 'cleanup', manual)).script);
    expect(await fingerprint(admin)).toEqual(taken);
    await admin.rows('DROP SCHEMA governance; DROP ROLE governance_service');
  });

  it('needs only its set-up role', async () => {
    const account = { username: 'setter', password: PASSWORD };
    const { script } = await portcullis.integrations.privileges(ADMIN, body(account));
    expect(await admin.runScript(script.replaceAll('{{setupPassword}}', FILLED))).toEqual([]);
    const prepared = await fingerprint(admin);
    const id = await setUp(body(account));
    await portcullis.integrations.update(ADMIN, id, body({ ...account, connectionLimit: 3 }));
    await waitForStatus(id, 'enabled');
    await portcullis.integrations.remove(ADMIN, id, { authenticationType: 'password', ...account });
    await waitForStatus(id, 'deleted');
    expect(await fingerprint(admin)).toEqual(prepared);
    await admin.rows('DROP OWNED BY setter; DROP ROLE setter');
  });

  it('reports missing privileges of the set-up account, and passes once they are granted', async () => {
    await admin.rows(`CREATE ROLE weak LOGIN PASSWORD 'of its own'`);
    const request = body({ username: 'weak', password: 'of its own' });
    const error = await portcullis.integrations.create(ADMIN, request).catch((thrown: unknown) => thrown);
    if (!ServiceError.isInstance(error)) throw new Error('It was not refused.');
    const { validationTests } = error.extras.validationResults as ValidationResults;
    const statements = validationTests.flatMap(({ remediation }) => remediation?.statements ?? []);
    expect(statements).toEqual(['ALTER ROLE "weak" CREATEROLE;', 'GRANT CREATE ON DATABASE "postgres" TO "weak";']);
    for (const statement of statements) await admin.rows(statement);
    const id = await setUp(request);
    await portcullis.integrations.remove(ADMIN, id, {
      authenticationType: 'password',
      username: 'weak',
      password: 'of its own',
    });
    await waitForStatus(id, 'deleted');
    await admin.rows('DROP OWNED BY weak; DROP ROLE weak');
  });

  it.each([
    ['a superuser', credentials],
    ['the least role', () => ({ authenticationType: 'password', username: 'setter', password: PASSWORD })],
  ])(
    'names foreign objects in its schema, and keeps the schema, when it is set up by %s',
    async (_who, credentialsOf) => {
      const account = credentialsOf();
      const { script } = await portcullis.integrations.privileges(ADMIN, body(account));
      if (account.username === 'setter') await admin.runScript(script.replaceAll('{{setupPassword}}', FILLED));
      const prepared = await fingerprint(admin);
      const id = await setUp(body(account));
      for (const [name, make, drop] of FOREIGN) {
        await admin.rows(make);
        const dryRun = await portcullis.integrations.remove(ADMIN, id, account, { dryRun: true });
        expect('plan' in dryRun && dryRun.plan.warnings.join(' '), make).toContain(name);
        const refused = portcullis.integrations.remove(ADMIN, id, account);
        await expect(refused, make).rejects.toMatchObject({ code: 'FOREIGN_CONTENTS' });
        await admin.rows(drop);
      }
      await admin.rows(
        'CREATE VIEW governance.made AS SELECT 1; ALTER VIEW governance.made OWNER TO governance_service',
      );
      await portcullis.integrations.remove(ADMIN, id, account);
      await waitForStatus(id, 'deleted');
      expect(await fingerprint(admin)).toEqual(prepared);
      if (account.username === 'setter') await admin.rows('DROP OWNED BY setter; DROP ROLE setter');
    },
  );

  it('does not drop its schema by script while it contains foreign objects', async () => {
    const empty = await fingerprint(admin);
    const manual = body({ username: 'gov account', password: PASSWORD }, false);
    const { script } = await portcullis.integrations.script(ADMIN, 'create', manual);
    expect(await admin.runScript(script.replaceAll('{{servicePassword}}', FILLED))).toEqual([]);
    const id = await setUp(manual);
    const removal = (await portcullis.integrations.deleteScript(ADMIN, id)).script;
    for (const [, make, drop] of FOREIGN) {
      await admin.rows(make);
      const kept = await fingerprint(admin);
      expect(await admin.runScript(removal), make).toEqual([expect.stringContaining('it contains foreign objects')]);
      expect(await fingerprint(admin)).toEqual(kept);
      await admin.rows(drop);
    }
    expect(await admin.runScript(removal)).toEqual([]);
    await portcullis.integrations.remove(ADMIN, id, undefined);
    await waitForStatus(id, 'deleted');
    expect(await fingerprint(admin)).toEqual(empty);
  });
});
