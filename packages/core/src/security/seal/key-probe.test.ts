import { createFakeRandom } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import { probeSecretKey } from './key-probe.ts';

const keys = (current: string, fill: number) =>
  createStaticSecretKeys({ current, keys: { [current]: Buffer.alloc(32, fill) } });

it('reports at start a key whose bytes differ from those of its id, and accepts a new key under a new id', async () => {
  const store = createMemoryStore();
  await store.open();
  await probeSecretKey(store, keys('a', 1), createFakeRandom(1));
  await probeSecretKey(store, keys('a', 1), createFakeRandom(2));
  await expect(probeSecretKey(store, keys('a', 2), createFakeRandom(3))).rejects.toMatchObject({
    code: 'SECRET_CORRUPTED',
  });
  await probeSecretKey(store, keys('b', 2), createFakeRandom(4));
  expect((await store.find('meta')).map((row) => row.name)).toEqual(['key-probe:a', 'key-probe:b']);
});
