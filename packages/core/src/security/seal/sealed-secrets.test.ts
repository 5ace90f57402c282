import { createFakeClock, createFakeRandom } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { createSealedSecrets } from './sealed-secrets.ts';

const OWNER = 'integration:1';

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

async function setUp() {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const tools = { tenant: DEFAULT_TENANT, store, clock, random: createFakeRandom() };
  const keys = { old: Buffer.alloc(32, 1), new: Buffer.alloc(32, 2) };
  const secrets = createSealedSecrets({ ...tools, secretKeys: createStaticSecretKeys({ current: 'old', keys }) });
  const later = createSealedSecrets({ ...tools, secretKeys: createStaticSecretKeys({ current: 'new', keys }) });
  return { store, clock, secrets, later };
}

describe('sealed secrets', () => {
  it('do not open for another tenant, even if their row is moved', async () => {
    const store = createMemoryStore();
    await store.open();
    const tools = {
      clock: createFakeClock(),
      random: createFakeRandom(),
      secretKeys: createStaticSecretKeys({ current: 'old', keys: { old: Buffer.alloc(32, 1) } }),
    };
    const of = (tenant: string) => createSealedSecrets({ ...tools, tenant, store: store.scoped(tenant) });
    await of('acme').put(store.scoped('acme'), 'webhook:1', 'signing', 'a secret');
    const [row] = await store.scoped('acme').find('secrets');
    const { id: _id, ...moved } = row as NonNullable<typeof row>;
    await store.scoped('bolt').insert('secrets', moved);
    expect(await of('acme').read('webhook:1', 'signing')).toEqual(['a secret']);
    await expect(of('bolt').read('webhook:1', 'signing')).rejects.toMatchObject({ code: 'SECRET_CORRUPTED' });
    await store.scoped('bolt').remove('secrets', {});
    expect(await of('bolt').read('webhook:1', 'signing')).toEqual([]);
  });

  it('replace the one of the same owner, name and status, and no other', async () => {
    const { store, secrets } = await setUp();
    await secrets.put(store, OWNER, 'a', '1');
    await secrets.put(store, OWNER, 'a', '2');
    await secrets.put(store, OWNER, 'b', '3');
    await secrets.put(store, 'integration:2', 'a', '4');
    await secrets.put(store, OWNER, 'a', '5', 'pending');
    expect(await secrets.readAll(OWNER)).toEqual({ a: '2', b: '3' });
    expect(await secrets.readAll(OWNER, { preferPending: true })).toEqual({ a: '5', b: '3' });
    expect(await secrets.read(OWNER, 'a')).toEqual(['2', '5']);
    expect(await secrets.has(OWNER, 'b')).toBe(true);
    expect(await secrets.has(OWNER, 'c')).toBe(false);
  });

  it('become current after a successful sign-in, or are destroyed', async () => {
    const { store, secrets } = await setUp();
    await secrets.put(store, OWNER, 'a', 'old');
    await secrets.put(store, OWNER, 'a', 'new', 'pending');
    await secrets.put(store, OWNER, 'b', 'other', 'pending');
    await secrets.promote(store, OWNER);
    expect(await secrets.readAll(OWNER)).toEqual({ a: 'new', b: 'other' });
    expect(await store.count('secrets', { owner: OWNER })).toBe(2);
    await secrets.put(store, OWNER, 'a', 'newer', 'pending');
    await secrets.discardPending(store, OWNER);
    expect(await secrets.readAll(OWNER, { preferPending: true })).toEqual({ a: 'new', b: 'other' });
  });

  it('become current after the former one is destroyed, on a slow store', async () => {
    const { store, secrets } = await setUp();
    await secrets.put(store, OWNER, 'a', 'old');
    await secrets.put(store, OWNER, 'a', 'new', 'pending');
    const slow: typeof store = {
      ...store,
      async remove(...which) {
        await turnOfEventLoop();
        return store.remove(...which);
      },
    };
    await secrets.promote(slow, OWNER);
    await turnOfEventLoop();
    expect(await secrets.readAll(OWNER)).toEqual({ a: 'new' });
  });

  it('may be retiring at the same time, until they expire', async () => {
    const { store, secrets, clock } = await setUp();
    await secrets.put(store, OWNER, 'a', 'first', 'retiring', clock.now() + 10);
    await secrets.put(store, OWNER, 'a', 'second', 'retiring', clock.now() + 20);
    await secrets.put(store, OWNER, 'a', 'third');
    expect(await secrets.read(OWNER, 'a')).toEqual(['third', 'first', 'second']);
    clock.advance(10);
    expect(await secrets.read(OWNER, 'a')).toEqual(['third', 'second']);
  });

  it('are opened with the key that sealed them after the current key has changed', async () => {
    const { store, secrets, later } = await setUp();
    await secrets.put(store, OWNER, 'a', 'early');
    await later.put(store, OWNER, 'b', 'late');
    expect(await later.readAll(OWNER)).toEqual({ a: 'early', b: 'late' });
    expect((await store.find('secrets')).map((row) => row.keyId)).toEqual(['old', 'new']);
  });

  it('cannot be moved to another owner or name in the store', async () => {
    const { store, secrets } = await setUp();
    await secrets.put(store, OWNER, 'a', 'mine');
    await store.update('secrets', { owner: OWNER }, { owner: 'integration:2' });
    await expect(secrets.read('integration:2', 'a')).rejects.toMatchObject({ code: 'SECRET_CORRUPTED' });
    await store.update('secrets', { owner: 'integration:2' }, { owner: OWNER, name: 'b' });
    await expect(secrets.readAll(OWNER)).rejects.toMatchObject({ code: 'SECRET_CORRUPTED' });
  });

  it('are destroyed by name, or all of an owner', async () => {
    const { store, secrets } = await setUp();
    for (const name of ['a', 'b', 'c']) await secrets.put(store, OWNER, name, name);
    await secrets.put(store, 'integration:2', 'a', 'a');
    await secrets.destroy(store, OWNER, 'a');
    expect(await secrets.readAll(OWNER)).toEqual({ b: 'b', c: 'c' });
    await secrets.destroy(store, OWNER);
    expect((await store.find('secrets')).map((row) => row.owner)).toEqual(['integration:2']);
  });
});
