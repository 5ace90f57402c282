import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import { settled } from '../../tests/support/settled.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../adapters/static-secret-keys.ts';
import { createPortcullis } from '../create-portcullis.ts';
import type { AllTenantsStore, Store } from '../ports/store/store.ts';

const never = new Promise<never>(() => {});

/** A store whose server does not respond to a query of the removal of tenants, and that knows whether it was closed. */
function createSilentStore() {
  const memory = createMemoryStore();
  const find: AllTenantsStore['find'] = (table, query) => {
    const { state } = (query?.where ?? {}) as { readonly state?: unknown };
    return table === 'tenants' && state === 'removing' ? never : memory.allTenants.find(table, query);
  };
  const close = vi.fn(memory.close);
  const store: Store = { ...memory, allTenants: { ...memory.allTenants, find }, close };
  return { store, close };
}

async function open(store: Store) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32).fill(7) } });
  return { clock, logger, portcullis: await createPortcullis({ plugins: [], store, secretKeys, clock, logger }) };
}

it('an instance whose store does not respond closes ten seconds after its deadline, and names the part', async () => {
  const { store, close } = createSilentStore();
  const { clock, portcullis } = await open(store);
  const closing = expect(portcullis.close({ deadlineMs: 2000 })).rejects.toMatchObject({
    code: 'CLOSE_TIMED_OUT',
    message: 'A part of the instance did not stop in time: removal of tenants.',
    details: { part: 'removal of tenants' },
  });
  await settled(20);
  expect(close).not.toHaveBeenCalled();
  clock.advance(12_000);
  await closing;
  expect(close).toHaveBeenCalledOnce();
});

it('several parts that do not end delay the others by a second each', async () => {
  const { store } = createSilentStore();
  const { clock, logger, portcullis } = await open({ ...store, close: () => never });
  const closing = expect(portcullis.close({ deadlineMs: 2000 })).rejects.toThrow('removal of tenants');
  await settled(20);
  clock.advance(12_000);
  await settled(20);
  clock.advance(1000);
  await closing;
  expect(logger.entries).toContainEqual({
    level: 'error',
    message: 'A part of the instance was not closed.',
    details: {
      code: 'CLOSE_TIMED_OUT',
      error: 'A part of the instance did not stop in time: store.',
      help: expect.any(String),
    },
  });
});
