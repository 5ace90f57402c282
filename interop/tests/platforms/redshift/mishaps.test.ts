import type { Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const PASSWORD = 'Helper7Password';

let server: RunningPostgres;
let admin: ManualClient;
let before: unknown;
let portcullis: Portcullis;
/** The hook around a statement: `before` it is sent, and `after` the server has responded. */
let around: (moment: 'before' | 'after', text: string) => unknown;
let sent: string[];

/** The driver, with a hook before and after each statement. The plugin sees the errors that a hook throws. */
class WatchedClient extends pg.Client {
  // @ts-expect-error: the plugin only uses this overload of a query.
  override async query(text: string): Promise<pg.QueryResult> {
    await around('before', text);
    sent.push(text);
    const result = await super.query(text);
    await around('after', text);
    return result;
  }
}

beforeAll(async () => {
  server = await startPostgres();
  admin = await openManualClient(server);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

beforeEach(async () => {
  before = await fingerprint(admin);
  around = () => undefined;
  sent = [];
  portcullis = await openInMemory({
    plugins: [redshift({ engine: 'postgresql', driver: async () => ({ Client: WatchedClient }) })],
  });
});

afterEach(() => portcullis.close());

const account = () => ({ authenticationType: 'userPassword', username: server.user, password: server.password });
const masks = { impersonation: { enabled: true, role: 'masks' } };
const helper = { authenticationType: 'userPassword', username: 'helper', password: PASSWORD };
const body = (as: object = account(), changes: object = {}) => ({
  type: 'Redshift',
  autoBootstrap: true,
  config: {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    ...as,
    ...changes,
  },
});

async function create(request: object = body()): Promise<number> {
  const response = await portcullis.integrations.create(ADMIN, request);
  if (!('id' in response)) throw new Error('This was no dry run.');
  return Number(response.id);
}

const statusOf = async (id: number) => (await portcullis.integrations.whenIdle(id)).status;
const lastOperation = async (id: number) => (await portcullis.integrations.operations(ADMIN, id)).at(-1);

/** An action that runs once, at the first statement that begins with this text. */
function once(moment: 'before' | 'after', beginning: string, happen: () => unknown): void {
  let isOver = false;
  around = (when, text) => {
    if (isOver || when !== moment || !text.startsWith(beginning)) return undefined;
    isOver = true;
    return happen();
  };
}

function breakOff(): never {
  throw new Error('Connection terminated unexpectedly');
}

describe('a failed reversal on a real PostgreSQL', () => {
  it('is kept in journal and ledger, is visible, and is completed by the next request', async () => {
    await admin.rows(`CREATE USER helper PASSWORD '${PASSWORD}' CREATEDB CREATEROLE`);
    await admin.rows('GRANT CREATE ON DATABASE postgres TO helper');
    const planted = await fingerprint(admin);
    // The privilege to create the role is revoked, and also the privilege to drop the newly created account.
    once('before', 'CREATE ROLE "masks"', () => admin.rows('ALTER USER helper NOCREATEROLE'));
    const id = await create(body(helper, masks));
    expect(await statusOf(id)).toBe('createError');
    const operation = await lastOperation(id);
    expect(operation).toMatchObject({
      status: 'failed',
      error: {
        class: 'missing-grant',
        object: { key: 'impersonation-role' },
        statement: 'CREATE ROLE "masks"',
        missing: [{ privilege: 'CREATEROLE' }],
        message: expect.stringMatching(/Could not be undone: .*user governance_service/),
      },
      leftovers: expect.arrayContaining([expect.stringMatching(/^user governance_service \(.*permission denied/i)]),
    });
    expect(
      operation?.journal.filter(({ direction, status }) => direction === 'compensation' && status === 'failed'),
    ).toMatchObject([{ object: { key: 'service-account' }, error: { class: 'missing-grant' } }]);
    expect(await portcullis.integrations.get(ADMIN, id)).toMatchObject({
      integration: { status: 'createError' },
    });

    await admin.rows('ALTER USER helper CREATEROLE');
    await portcullis.integrations.update(ADMIN, id, body(helper, masks));
    expect(await statusOf(id)).toBe('enabled');
    await portcullis.integrations.remove(ADMIN, id, helper);
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(planted);
    await admin.rows('DROP OWNED BY helper');
    await admin.rows('DROP USER helper');
  });
});

describe('a lost reply on a real PostgreSQL', () => {
  it('of a statement that took effect is resolved by an observation, and no statement is sent twice', async () => {
    const beginning = 'CREATE SCHEMA "portcullis"';
    once('after', beginning, breakOff);
    const id = await create();
    expect(await statusOf(id), JSON.stringify(await lastOperation(id))).toBe('enabled');
    expect(sent.filter((text) => text.startsWith(beginning))).toHaveLength(1);
    const operation = await lastOperation(id);
    expect(operation?.journal.map(({ status }) => status)).toEqual(operation?.journal.map(() => 'done'));
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it.each([
    ['CREATE DATABASE', ['database']],
    ['CREATE USER', ['service-account']],
    ['GRANT CREATE', []],
  ])(
    'of one of several statements of an object leaves an unmarked object until an administrator decides (%s)',
    async (beginning, unmarked) => {
      once('after', beginning, breakOff);
      const id = await create();
      expect(await statusOf(id)).toBe('createError');
      expect((await lastOperation(id))?.journal.some(({ status }) => status === 'unknown')).toBe(true);
      const unresolved = await portcullis.integrations.unresolvedObjects(ADMIN, id);
      expect(unresolved.map(({ key }) => key)).toEqual(unmarked);
      if (unmarked.length === 0) expect(await fingerprint(admin)).toEqual(before);
      for (const { key } of unresolved) {
        await portcullis.integrations.decideOwnership(ADMIN, id, { object: key, decision: 'adopt' });
      }
      await portcullis.integrations.update(ADMIN, id, body());
      expect(await statusOf(id)).toBe('enabled');
      await portcullis.integrations.remove(ADMIN, id, account());
      expect(await statusOf(id)).toBe('deleted');
      expect(await fingerprint(admin)).toEqual(before);
    },
  );

  it('of a statement without effect is a failure, and all changes are reverted', async () => {
    once('before', 'CREATE DATABASE', breakOff);
    const id = await create();
    expect(await statusOf(id)).toBe('createError');
    expect(await fingerprint(admin)).toEqual(before);
    await portcullis.integrations.update(ADMIN, id, body());
    expect(await statusOf(id)).toBe('enabled');
    once('after', 'DROP USER', breakOff);
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });
});

describe('a foreign object with our name on a real PostgreSQL', () => {
  it.each([
    [
      'user',
      'CREATE USER "governance_service"',
      "CREATE USER governance_service PASSWORD 'x'",
      'DROP USER governance_service',
    ],
    ['role', 'CREATE ROLE "masks"', 'CREATE ROLE masks', 'DROP ROLE masks'],
    ['database', 'CREATE DATABASE', 'CREATE DATABASE governance', 'DROP DATABASE governance'],
  ])(
    'that appears between the tests and the statement is not changed, and all other changes are reverted (%s)',
    async (_kind, at, plant, drop) => {
      let planted: unknown;
      once('before', at, async () => {
        await admin.rows(plant);
        planted = await admin.rows(
          "SELECT oid, rolname AS name FROM pg_authid WHERE rolname IN ('governance_service', 'masks') UNION SELECT oid, datname FROM pg_database WHERE datname = 'governance' ORDER BY 1",
        );
      });
      const id = await create(body(account(), masks));
      expect(await statusOf(id)).toBe('createError');
      expect(await lastOperation(id)).toMatchObject({ status: 'failed', error: { class: 'already-exists' } });
      expect(planted).not.toEqual([]);
      await portcullis.integrations.remove(ADMIN, id, account());
      expect(await statusOf(id)).toBe('deleted');
      await admin.rows(drop);
      expect(await fingerprint(admin)).toEqual(before);
    },
  );

  it('that has replaced ours is neither changed by an edit nor dropped by a removal', async () => {
    const id = await create(body(account(), masks));
    expect(await statusOf(id)).toBe('enabled');
    const inside = await openManualClient(server, { database: 'governance' });
    await inside.rows('DROP OWNED BY masks CASCADE');
    await inside.end();
    await admin.rows('DROP OWNED BY masks CASCADE');
    await admin.rows('DROP ROLE masks');
    await admin.rows('CREATE ROLE masks CREATEDB');
    const theirs = () => admin.rows("SELECT oid, rolcreatedb FROM pg_authid WHERE rolname = 'masks'");
    const planted = await theirs();
    await portcullis.integrations
      .update(ADMIN, id, body(account(), { impersonation: { enabled: true, role: 'veils' } }))
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'VALIDATION_FAILED' }));
    await statusOf(id);
    expect(await theirs()).toEqual(planted);
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id), JSON.stringify(await lastOperation(id))).toBe('deleted');
    expect(await theirs()).toEqual(planted);
    await admin.rows('DROP ROLE masks');
    expect(await fingerprint(admin)).toEqual(before);
  });
});
