import { expect, it } from 'vitest';
import { createTestInstance } from '../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../tests/support/override-store.ts';
import { settled } from '../../tests/support/settled.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { StoreError } from '../ports/store/store-error.ts';

const MINUTE = 60_000;
const TASKS = ['reap-operations', 'recurring-validation', 'reseal-secrets', 'tenant-removal', 'webhook-retention'];

it('a failure of each recurring task is a line of the log and an event, with the code of the error', async () => {
  const memory = createMemoryStore();
  let isFull = false;
  const unlessFull = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (isFull) throw new StoreError('STORE_FULL', 'The store has no space left for this change.');
    return call();
  };
  const { allTenants } = memory;
  const overrides: Partial<AllTenantsStore> = {
    shared: true,
    find: (...query) => unlessFull(() => allTenants.find(...query)),
    transaction: (...work) => unlessFull(() => allTenants.transaction(...work)),
    update: (...change) => unlessFull(() => allTenants.update(...change)),
    remove: (...match) => unlessFull(() => allTenants.remove(...match)),
  };
  const { clock, logger, events } = await createTestInstance({ store: overrideStore(memory, overrides) });
  isFull = true;
  for (let minutes = 0; minutes <= 60; minutes += 10) {
    clock.advance(10 * MINUTE);
    await settled(20);
  }
  const failed = { code: 'STORE_FULL' };
  const reported = events.filter(({ name }) => name === 'background.error').map(({ event }) => event);
  const lines = logger.entries.filter(({ level }) => level === 'error').map(({ details }) => details);
  for (const task of TASKS) {
    expect(reported, task).toContainEqual({ ...failed, task, message: expect.stringContaining('no space left') });
    expect(lines, task).toContainEqual({
      ...failed,
      task,
      error: expect.stringContaining('no space left'),
      help: expect.stringContaining('Free space'),
    });
  }
});
