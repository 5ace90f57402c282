import { createMemoryStore, createPortcullis, createStaticSecretKeys, type Portcullis } from '@portcullis/core';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redshift } from '../src/index.ts';
import { type Administrator, administrator, fingerprint } from './support/administrator.ts';
import { configFor } from './support/test-environment.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

let server: RunningPostgres;
let admin: Administrator;
let portcullis: Portcullis;
let markId: string;

const bodyOf = () => ({ type: 'Redshift', autoBootstrap: true, config: configFor(server) });

/** Everything that a set-up could touch, inside the database of the first tenant, too. */
async function look(): Promise<unknown> {
  const inside = await administrator(server, { database: 'gov' });
  const grants = 'SELECT datname, datacl::text FROM pg_database ORDER BY 1';
  try {
    return [await fingerprint(admin), await fingerprint(inside), await admin.rows(grants)];
  } finally {
    await inside.end();
  }
}

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
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
  await admin?.end();
  await server?.stop();
});

/** Sends a request of the second tenant. Returns the error, or the status and the reasons of what it made. */
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
  ])('that %s gets nothing, learns nothing of the first, and changes nothing', async (_name, optionsOf) => {
    const before = await look();
    const options = optionsOf();
    const outcome = JSON.stringify(await outcomeOf(options));
    expect(outcome).toMatch(/foreign|not made|exist|ADOPTION_REFUSED/i);
    expect(outcome).not.toContain('acme');
    if (!('instanceId' in options)) expect(outcome).not.toContain(markId);
    expect(await look()).toEqual(before);
  });

  it('leaves the integration of the first without drift', async () => {
    const { integrations } = portcullis.tenant('acme');
    expect(await integrations.drift(ADMIN, 1)).toMatchObject({ status: 'clean' });
  });
});
