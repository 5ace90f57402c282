import type { OperationResponse, Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

/** The state of a PostgreSQL database after an interrupted removal: it can be dropped, but no longer opened. */
const BREAK = "UPDATE pg_database SET datconnlimit = -2 WHERE datname = 'governance'";

let server: RunningPostgres;
let admin: ManualClient;
let before: unknown;
let portcullis: Portcullis;
/** Prefixes of statements at which the connection is cut, each once. */
let breaks: Set<string>;

/** The driver, with connections that are cut at a statement: before it, or for a removal in the middle of it. */
class BreakingClient extends pg.Client {
  // @ts-expect-error: the plugin only uses this overload of a query.
  override async query(text: string): Promise<pg.QueryResult> {
    const broken = [...breaks].find((beginning) => text.startsWith(beginning));
    if (broken === undefined) return super.query(text);
    breaks.delete(broken);
    if (text.startsWith('DROP DATABASE')) await super.query(BREAK);
    throw new Error('Connection terminated unexpectedly');
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
  breaks = new Set();
  portcullis = await openInMemory({
    plugins: [redshift({ engine: 'postgresql', driver: async () => ({ Client: BreakingClient }) })],
  });
});

afterEach(() => portcullis.close());

const account = () => ({ authenticationType: 'userPassword', username: server.user, password: server.password });
const body = () => ({
  type: 'Redshift',
  autoBootstrap: true,
  config: {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    ...account(),
  },
});

async function create(): Promise<number> {
  return Number(((await portcullis.integrations.create(ADMIN, body())) as OperationResponse).id);
}

const statusOf = async (id: number) => (await portcullis.integrations.whenIdle(id)).status;

describe('a removal of the database that is interrupted, on a real PostgreSQL', () => {
  it('is completed by the next PUT if the reversal of a set-up was interrupted', async () => {
    breaks.add('CREATE SCHEMA "portcullis"').add('DROP DATABASE');
    const id = await create();
    expect(await statusOf(id)).toBe('createError');
    expect(await admin.rows("SELECT datconnlimit FROM pg_database WHERE datname = 'governance'")).toEqual([
      { datconnlimit: -2 },
    ]);
    await portcullis.integrations.update(ADMIN, id, body());
    expect(await statusOf(id)).toBe('enabled');
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('is completed by the next DELETE', async () => {
    const id = await create();
    expect(await statusOf(id)).toBe('enabled');
    breaks.add('DROP DATABASE');
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleteError');
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('is completed by the next PUT, which creates the database again', async () => {
    const id = await create();
    expect(await statusOf(id)).toBe('enabled');
    breaks.add('DROP DATABASE');
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleteError');
    const [connections] = await admin.rows("SELECT datconnlimit FROM pg_database WHERE datname = 'governance'");
    expect(connections).toEqual({ datconnlimit: -2 });
    await portcullis.integrations.update(ADMIN, id, body());
    expect(await statusOf(id), JSON.stringify(await portcullis.integrations.operations(ADMIN, id))).toBe('enabled');
    expect(await portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
    expect(await portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('is drift if another user has started it, and a PUT creates the database again', async () => {
    const id = await create();
    expect(await statusOf(id)).toBe('enabled');
    await admin.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'governance'");
    await admin.rows(BREAK);
    const { findings, repair } = await portcullis.integrations.drift(ADMIN, id, account());
    expect(findings.map(({ state, object }) => `${state} ${object.key}`)).toEqual([
      'changed database',
      'missing metadata-schema',
      'missing view-schema',
    ]);
    const steps = repair.map(({ action, object }) => `${action} ${object.key}`);
    expect([...new Set(steps)]).toEqual([
      'drop database',
      'create database',
      'create database-privileges',
      'create metadata-schema',
      'create view-schema',
    ]);
    await portcullis.integrations.update(ADMIN, id, body());
    expect(await statusOf(id), JSON.stringify(await portcullis.integrations.operations(ADMIN, id))).toBe('enabled');
    expect(await portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });
    await portcullis.integrations.remove(ADMIN, id, account());
    expect(await statusOf(id)).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('is not continued while the database exists', async () => {
    await admin.rows('CREATE DATABASE governance');
    await admin.rows(BREAK);
    const planted = await fingerprint(admin);
    await expect(portcullis.integrations.create(ADMIN, body())).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('"Validate Automatic: Database Does Not Exist"'),
    });
    expect(await fingerprint(admin)).toEqual(planted);
    await admin.rows('DROP DATABASE governance');
  });
});
