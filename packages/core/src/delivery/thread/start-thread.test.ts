import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import type { DeliveryThread } from '../../options/webhook-options.ts';
import { startThread } from './start-thread.ts';
import type { ThreadInit } from './thread-messages.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A module that says which limits it has, and ends. */
const MODULE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, resourceLimits } from 'node:worker_threads';
    parentPort.postMessage([resourceLimits]);
  `)}`,
);

async function limitsOf(thread: Omit<DeliveryThread, 'module'>): Promise<ResourceLimits> {
  const messages: unknown[] = [];
  const { ended } = startThread({ module: MODULE, ...thread }, {} as ThreadInit, (message) => messages.push(message));
  await ended;
  expect(messages).toHaveLength(1);
  return messages[0] as ResourceLimits;
}

it('a thread has a small young generation, unless the host sets another size', async () => {
  expect(await limitsOf({})).toMatchObject({ maxYoungGenerationSizeMb: 48 });
  expect(await limitsOf({ resourceLimits: { maxOldGenerationSizeMb: 200 } })).toMatchObject({
    maxYoungGenerationSizeMb: 48,
    maxOldGenerationSizeMb: 200,
  });
  expect(await limitsOf({ resourceLimits: { maxYoungGenerationSizeMb: 16 } })).toMatchObject({
    maxYoungGenerationSizeMb: 16,
  });
});

it('a thread has the default young generation of Node if memory is scarce', async () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(4 * 1024 ** 3);
  expect(await limitsOf({})).toMatchObject({ maxYoungGenerationSizeMb: 48 });
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(512 * 1024 ** 2);
  const [[defaults]] = await once(new Worker(MODULE), 'message');
  expect(await limitsOf({})).toEqual(defaults);
});
