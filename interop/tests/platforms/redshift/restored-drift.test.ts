import type { DryRunResponse, OperationResponse, Plan, Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const ACCOUNT = 'governance_service';

let server: RunningPostgres;
let outside: ManualClient;
let inside: ManualClient;
let portcullis: Portcullis;
let id: number;
let registry: string;
/** The statement that the server refuses once. */
let refused: string | undefined;
/** The statement after which the service account cannot sign in, once. */
let last: string | undefined;
let isLockedOut = false;

class FailingClient extends pg.Client {
  // @ts-expect-error: the plugin only uses this overload of a connection.
  override async connect(): Promise<void> {
    if (isLockedOut && this.user === ACCOUNT) {
      isLockedOut = false;
      throw Object.assign(new Error('password authentication failed'), { code: '28P01' });
    }
    await super.connect();
  }

  // @ts-expect-error: the plugin only uses this overload of a query.
  override async query(text: string): Promise<pg.QueryResult> {
    if (text === refused) {
      refused = undefined;
      throw Object.assign(new Error('permission denied'), { code: '42501' });
    }
    const result = await super.query(text);
    if (text === last) [last, isLockedOut] = [undefined, true];
    return result;
  }
}

const body = () => ({
  type: 'Redshift',
  autoBootstrap: true,
  config: {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: true, role: 'masks' },
  },
});

beforeAll(async () => {
  server = await startPostgres();
  outside = await openManualClient(server);
  portcullis = await openInMemory({
    plugins: [redshift({ engine: 'postgresql', driver: async () => ({ Client: FailingClient }) })],
  });
  id = Number(((await portcullis.integrations.create(ADMIN, body())) as OperationResponse).id);
  const { status } = await portcullis.integrations.whenIdle(id);
  if (status !== 'enabled') throw new Error(JSON.stringify(await portcullis.integrations.operations(ADMIN, id)));
  inside = await openManualClient(server, { database: 'governance' });
  const [row] = await outside.rows("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'portcullis\\_governance\\_%'");
  registry = String(row?.nspname);
});

afterEach(() => {
  [refused, last, isLockedOut] = [undefined, undefined, false];
});

afterAll(async () => {
  await portcullis.close();
  await inside.end();
  await outside.end();
  await server.stop();
});

const grants = (acl: string, kind: string, owner: string): string =>
  `(SELECT array_agg(concat_ws(' ', access.grantee::regrole, access.privilege_type) ORDER BY 1) FROM aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) AS access)::text AS grants`;

/** The accounts with their passwords and attributes, and the holders of rights on all our objects. */
async function stateOfServer(): Promise<unknown> {
  const databaseObjects = (client: ManualClient) =>
    Promise.all([
      client.rows(`SELECT nspname, ${grants('nspacl', 'n', 'nspowner')} FROM pg_namespace ORDER BY 1`),
      client.rows(
        `SELECT relname, ${grants('relacl', 'r', 'relowner')} FROM pg_class JOIN pg_namespace AS space ON space.oid = relnamespace WHERE nspname LIKE 'portcullis%' AND relkind = 'r' ORDER BY 1`,
      ),
      client.rows(
        `SELECT proname, prosrc, prosecdef, ${grants('proacl', 'f', 'proowner')} FROM pg_proc JOIN pg_namespace AS space ON space.oid = pronamespace WHERE nspname LIKE 'portcullis%' ORDER BY 1`,
      ),
    ]);
  return {
    roles: await outside.rows('SELECT rolname, rolcreatedb, rolcanlogin, rolpassword FROM pg_authid ORDER BY 1'),
    databases: await outside.rows(`SELECT datname, ${grants('datacl', 'd', 'datdba')} FROM pg_database ORDER BY 1`),
    outside: await databaseObjects(outside),
    inside: await databaseObjects(inside),
  };
}

interface Touch {
  readonly what: string;
  readonly where?: 'inside';
  readonly statement: () => string;
  /** The object whose former state cannot be restored. */
  readonly irreversible?: string;
}

const RESTORED: readonly Touch[] = [
  { what: 'the account may make databases', statement: () => `ALTER USER ${ACCOUNT} CREATEDB` },
  {
    what: 'the account may not read the marks',
    statement: () => `REVOKE SELECT ON ${registry}.marks FROM ${ACCOUNT}`,
  },
  {
    what: 'the account may make nothing in its database',
    statement: () => `REVOKE CREATE ON DATABASE governance FROM ${ACCOUNT}`,
  },
  {
    what: 'everybody may make things in a schema',
    where: 'inside',
    statement: () => 'GRANT CREATE ON SCHEMA portcullis TO PUBLIC',
  },
  {
    what: 'everybody may call a procedure',
    where: 'inside',
    statement: () => 'GRANT EXECUTE ON PROCEDURE portcullis.impersonate(varchar) TO PUBLIC',
  },
  {
    what: 'the members of the role may not use the procedures',
    where: 'inside',
    statement: () => 'REVOKE USAGE ON SCHEMA portcullis FROM masks',
  },
];

const IRREVERSIBLE: readonly Touch[] = [
  {
    what: 'a procedure does something else',
    where: 'inside',
    statement: () =>
      'CREATE OR REPLACE PROCEDURE portcullis.impersonate(wanted IN varchar(128)) AS $$ BEGIN NULL; END $$ LANGUAGE plpgsql SECURITY DEFINER',
    irreversible: 'impersonate-procedure',
  },
  {
    what: 'everybody may write the table',
    where: 'inside',
    statement: () => 'GRANT INSERT ON portcullis.impersonations TO PUBLIC',
    irreversible: 'impersonation-table',
  },
  {
    what: 'everybody may make temporary tables',
    statement: () => 'GRANT TEMPORARY ON DATABASE governance TO PUBLIC',
    irreversible: 'database-privileges',
  },
];

async function change(touches: readonly Touch[]): Promise<void> {
  for (const { where, statement } of touches) await (where === 'inside' ? inside : outside).rows(statement());
}

const planned = async (): Promise<Plan> =>
  ((await portcullis.integrations.update(ADMIN, id, body(), { dryRun: true })) as DryRunResponse).plan;

async function repair(): Promise<string | undefined> {
  await portcullis.integrations.update(ADMIN, id, body());
  return (await portcullis.integrations.whenIdle(id)).status;
}

/** Makes a repair fail after each of its statements, and at the sign-in test of the account, and then succeed. */
async function failEverywhere(touches: readonly Touch[], check: (before: unknown, failed: string) => Promise<void>) {
  const clean = await stateOfServer();
  await change(touches);
  const { steps } = await planned();
  expect(steps.length).toBeGreaterThanOrEqual(touches.length);
  const irreversible = new Set(steps.flatMap((step) => (step.irreversible ? [step.object.key] : [])));
  expect(irreversible).toEqual(new Set(touches.flatMap((touch) => touch.irreversible ?? [])));
  for (const { statement } of steps) {
    const before = await stateOfServer();
    refused = statement;
    expect(await repair(), statement).toBe('editError');
    await check(before, statement);
    await change(touches);
  }
  const before = await stateOfServer();
  last = steps.at(-1)?.statement;
  expect(await repair()).toBe('editError');
  await check(before, 'the proof of the account');
  expect(await repair()).toBe('enabled');
  expect(await stateOfServer()).toEqual(clean);
  expect((await portcullis.integrations.drift(ADMIN, id)).findings).toEqual([]);
}

describe('a failed repair of drift on a real PostgreSQL', () => {
  it.each([...RESTORED.map((touch) => [touch.what, [touch]] as const), ['all of this', RESTORED] as const])(
    'restores the server when %s',
    async (_what, touches) => {
      await failEverywhere(touches, async (before, failed) => expect(await stateOfServer(), failed).toEqual(before));
    },
  );

  it.each(IRREVERSIBLE)(
    'keeps the repaired state, as planned, when $what; the account keeps its password',
    async (touch) => {
      const accounts = (state: unknown): unknown => (state as { readonly roles: unknown }).roles;
      await failEverywhere([touch], async (before, failed) => {
        expect(accounts(await stateOfServer()), failed).toEqual(accounts(before));
      });
    },
  );
});
