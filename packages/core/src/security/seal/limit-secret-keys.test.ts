import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { expect, it } from 'vitest';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import { limitSecretKeys } from './limit-secret-keys.ts';
import { keyOf } from './seal.ts';

const KEY = new Uint8Array(32).fill(7);
const never = new Promise<never>(() => {});

function limited(keys: Partial<SecretKeys>) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  return {
    clock,
    logger,
    keys: limitSecretKeys({ currentKeyId: '1', key: async () => KEY, ...keys }, { clock, logger }),
  };
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

it('a key that the host does not have is not available, as a look-up in a map shows it', async () => {
  const keys = new Map<string, Uint8Array>();
  const secretKeys = { currentKeyId: '1', key: async (id: string) => keys.get(id) as Uint8Array };
  const limited = limitSecretKeys(secretKeys, { clock: createFakeClock(), logger: createRecordingLogger() });
  await expect(keyOf('lost', limited)).rejects.toMatchObject({
    code: 'SECRET_KEY_UNKNOWN',
    details: { keyId: 'lost' },
  });
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

it('the reason of a failure is in the log, at most four times an hour for each key', async () => {
  const key = (id: string) => Promise.reject(new Error(`The account may not use ${id}.`));
  const { clock, logger, keys } = limited({ key });
  const failAll = async () => {
    for (const id of ['1', '2', '1']) await expect(keys.key(id)).rejects.toThrow('may not use');
  };
  const entry = (keyId: string) => ({
    level: 'error',
    message: 'The secret keys of the host failed.',
    details: { function: 'secretKeys.key', keyId, error: `The account may not use ${keyId}.` },
  });
  await failAll();
  await clock.advance(14 * 60_000);
  await failAll();
  expect(logger.entries).toEqual([entry('1'), entry('2')]);
  await clock.advance(60_000);
  await failAll();
  expect(logger.entries).toHaveLength(4);
});

it('the log names the tenant whose key could not be determined', async () => {
  const { logger, keys } = limited({ keyFor: () => Promise.reject(new Error('The directory is down.')) });
  await expect(keys.keyFor?.('acme')).rejects.toThrow('The directory is down.');
  const details = { function: 'secretKeys.keyFor', tenant: 'acme', error: 'The directory is down.' };
  expect(logger.entries).toMatchObject([{ level: 'error', details }]);
});
