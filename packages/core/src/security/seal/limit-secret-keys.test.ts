import { createFakeClock } from '@portcullis/testing';
import { expect, it } from 'vitest';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import { limitSecretKeys } from './limit-secret-keys.ts';

const KEY = new Uint8Array(32).fill(7);
const never = new Promise<never>(() => {});

function limited(keys: Partial<SecretKeys>) {
  const clock = createFakeClock();
  return { clock, keys: limitSecretKeys({ currentKeyId: '1', key: async () => KEY, ...keys }, clock) };
}

it('a key that arrives is returned, and a failure is passed on', async () => {
  const { keys } = limited({
    key: async (id) => {
      if (id === '1') return KEY;
      throw new Error('unknown');
    },
  });
  expect(keys.currentKeyId).toBe('1');
  expect(await keys.key('1')).toBe(KEY);
  await expect(keys.key('2')).rejects.toThrow('unknown');
  expect(keys.keyFor).toBeUndefined();
});

it.each(['key', 'keyFor'] as const)('a call of %s that never ends rejects after ten seconds', async (name) => {
  const { clock, keys } = limited({ [name]: () => never });
  const call = expect(keys[name]?.('acme')).rejects.toThrow(`secretKeys.${name} did not respond within 10 seconds.`);
  await clock.advance(10_000);
  await call;
});

it('a key that has not arrived is not asked for again for thirty seconds; other keys are', async () => {
  const asked: string[] = [];
  const { clock, keys } = limited({
    key: async (id) => {
      asked.push(id);
      return id === 'slow' && asked.length < 3 ? never : KEY;
    },
  });
  const first = expect(keys.key('slow')).rejects.toThrow('within 10 seconds');
  clock.advance(10_000);
  await first;
  await expect(keys.key('slow')).rejects.toThrow('secretKeys.key did not respond some seconds ago.');
  expect(await keys.key('other')).toBe(KEY);
  clock.advance(30_000);
  expect(await keys.key('slow')).toBe(KEY);
  expect(asked).toEqual(['slow', 'other', 'slow']);
});
