import { createFakeClock, createFakeRandom } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import { createSecretReader } from './create-secret-reader.ts';
import { createSealedSecrets } from './sealed-secrets.ts';

async function setUp() {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { 1: new Uint8Array(32).fill(7) } });
  const of = (tenant: string) => {
    const scoped = store.scoped(tenant);
    return {
      scoped,
      secrets: createSealedSecrets({ tenant, store: scoped, secretKeys, clock, random: createFakeRandom() }),
    };
  };
  const readSecrets = createSecretReader({ store: store.allTenants, secretKeys, clock });
  return { clock, acme: of('acme'), bolt: of('bolt'), readSecrets };
}

it('reads the secrets of owners of several tenants, each in the order of its own ones', async () => {
  const { clock, acme, bolt, readSecrets } = await setUp();
  await acme.secrets.put(acme.scoped, 'webhook:1', 'a', 'old', 'retiring', clock.now() + 5);
  await acme.secrets.put(acme.scoped, 'webhook:1', 'a', 'new');
  await acme.secrets.put(acme.scoped, 'webhook:1', 'b', 'other name');
  await bolt.secrets.put(bolt.scoped, 'webhook:2', 'a', 'expired', 'retiring', clock.now());
  await bolt.secrets.put(bolt.scoped, 'webhook:2', 'a', 'staged', 'staged');
  await bolt.secrets.put(bolt.scoped, 'webhook:3', 'a', 'current');
  const owners = [
    { tenant: 'acme', owner: 'webhook:1' },
    { tenant: 'bolt', owner: 'webhook:2' },
    { tenant: 'bolt', owner: 'webhook:3' },
    { tenant: 'bolt', owner: 'webhook:4' },
  ];
  const read = await readSecrets(owners, 'a');
  const opened = await Promise.all([...read].map(async ([owner, open]) => [owner, await open()]));
  expect(Object.fromEntries(opened)).toEqual({
    'webhook:1': ['new', 'old'],
    'webhook:2': [],
    'webhook:3': ['current'],
    'webhook:4': [],
  });
});

it('opens no secret of an owner that belongs to another tenant', async () => {
  const { acme, readSecrets } = await setUp();
  await acme.secrets.put(acme.scoped, 'webhook:1', 'a', 'of acme');
  const read = await readSecrets([{ tenant: 'bolt', owner: 'webhook:1' }], 'a');
  expect(await read.get('webhook:1')?.()).toEqual([]);
});
