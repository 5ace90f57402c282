import { createPrivateKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFakeRandom } from './create-fake-random.ts';
import { createKeyReusingRandom } from './create-key-reusing-random.ts';

it('makes bytes and fractions that differ each time', () => {
  const { bytes, fraction } = createKeyReusingRandom();
  expect(bytes(16)).toHaveLength(16);
  expect(bytes(16)).not.toEqual(bytes(16));
  expect(fraction()).not.toBe(fraction());
});

it('makes RSA keys that differ from one to the next, also of another instance, and reuses them', async () => {
  const keys: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const random of [createKeyReusingRandom(), createFakeRandom()]) keys.push(await random.rsaPrivateKey(2048));
  }
  expect(createPrivateKey(keys[0] as string).asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(new Set(keys.slice(0, 4)).size).toBe(4);
  expect(keys.slice(4)).toEqual(keys.slice(0, 4));
});
