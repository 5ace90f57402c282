import { createMemoryStore, createPortcullis, createStaticSecretKeys, type Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../../../src/shared/admin.ts';

let server: RunningPostgres;
let portcullis: Portcullis;
let markId: string;

const configOf = () => ({
  host: server.host,
  port: server.port,
  database: 'gov',
  initialDatabase: server.database,
  authenticationType: 'userPassword',
  username: server.user,
  password: server.password,
  impersonation: { enabled: true, role: 'gov_masks' },
});

/** The statements that read everything that a set-up could change, in one database or for all. */
const FACTS = [
  'SELECT rolname, rolsuper, rolcreatedb, rolcanlogin, rolpassword FROM pg_authid ORDER BY 1',
  'SELECT roleid, member FROM pg_auth_members ORDER BY 1, 2',
  'SELECT datname, datdba, datacl::text FROM pg_database ORDER BY 1',
  "SELECT oid, nspname, nspowner, nspacl::text FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1",
  `SELECT oid, relname, relacl::text FROM pg_class
   WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_|^information_schema$') ORDER BY 1`,
];

async function factsOf(database: string): Promise<unknown> {
  const { host, port, user, password } = server;
  const client = new pg.Client({ host, port, user, password, database }).on('error', () => {});
  await client.connect();
  const facts: unknown[] = [];
  for (const text of FACTS) facts.push((await client.query(text)).rows);
  await client.end();
  return facts;
}

const bodyOf = () => ({ type: 'Redshift', autoBootstrap: true, config: configOf() });

const readFacts = async () => [await factsOf(server.database), await factsOf('gov')];

beforeAll(async () => {
  server = await startPostgres();
  const store = createMemoryStore();
  portcullis = await createPortcullis({
    plugins: [redshift({ engine: 'postgresql' })],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: Buffer.alloc(32, 7) } }),
    settings: { recurringValidationPeriodMs: 0 },
  });
  for (const id of ['acme', 'bolt']) await portcullis.tenants.create({ id });
  const { integrations } = portcullis.tenant('acme');
  const { id } = (await integrations.create(ADMIN, bodyOf())) as { readonly id: string };
  expect(await integrations.whenIdle(Number(id))).toMatchObject({ status: 'enabled' });
  const [row] = await store.scoped('acme').find('tenants');
  markId = String(row?.markId);
});
afterAll(async () => {
  await portcullis?.close();
  await server?.stop();
});

/**
 * Sends a request of the second tenant. Returns the error, or the status and the reasons of the created integration.
 */
async function outcomeOf(options: object = {}): Promise<unknown> {
  const { integrations } = portcullis.tenant('bolt');
  try {
    const { id } = (await integrations.create(ADMIN, bodyOf(), options)) as { readonly id: string };
    const end = await integrations.whenIdle(Number(id));
    const operations = await integrations.operations(ADMIN, Number(id));
    await integrations.remove(ADMIN, Number(id), {
      authenticationType: 'userPassword',
      username: server.user,
      password: server.password,
    });
    await integrations.whenIdle(Number(id));
    return { end, operations };
  } catch (error) {
    const { code, message, extras } = error as { code?: string; message: string; extras?: unknown };
    return { code, message, extras };
  }
}

describe('a second tenant on the same database server', () => {
  it.each([
    ['creates', () => ({})],
    ['adopts', () => ({ adopt: true })],
    ['adopts with the mark of the first', () => ({ adopt: true, instanceId: markId })],
  ])('that %s gets no access and changes nothing', async (_name, optionsOf) => {
    const before = await readFacts();
    const options = optionsOf();
    const outcome = JSON.stringify(await outcomeOf(options));
    expect(outcome).toMatch(/foreign|not made|exist|ADOPTION_REFUSED/i);
    expect(outcome).not.toContain('acme');
    if (!('instanceId' in options)) expect(outcome).not.toContain(markId);
    expect(await readFacts()).toEqual(before);
  });

  it('leaves the integration of the first without drift', async () => {
    const { integrations } = portcullis.tenant('acme');
    expect(await integrations.drift(ADMIN, 1)).toMatchObject({ status: 'clean' });
  });
});
