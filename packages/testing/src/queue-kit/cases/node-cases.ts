import assert from 'node:assert/strict';
import { type QueueCase, queueCase } from '../queue-harness.ts';

/** The behaviour of several nodes on one engine. */
export const NODE_CASES: readonly QueueCase[] = [
  queueCase(
    'delivers wake-ups from one node to another node with a handler',
    async ({ queue, other, log }) => {
      other.handle('deliver', log.handler('the other'));
      // A node that starts to listen may miss earlier messages, so the request is repeated, as the regular check of the
      // store does.
      await askUntil(
        () => queue.wake({ name: 'deliver', key: '1' }),
        () => log.handled.length > 0,
        log.whenKey('1'),
      );
      assert.equal((await log.whenKey('1')).by, 'the other');
    },
    'createConcurrent',
  ),

  queueCase(
    'loses none of many wake-ups that two nodes share',
    async ({ queue, other, log }) => {
      queue.handle('deliver', log.handler('one'));
      other.handle('deliver', log.handler('the other'));
      const keys = Array.from({ length: 200 }, (_, key) => `endpoint ${key}`);
      await Promise.all(keys.map((key, index) => (index % 2 ? queue : other).wake({ name: 'deliver', key })));
      for (const key of keys) await log.whenKey(key);
    },
    'createConcurrent',
  ),

  queueCase(
    'delivers the wake-ups of a stopped node to the other nodes',
    async ({ queue, other, log }) => {
      other.handle('deliver', log.handler('the other'));
      const stop = queue.handle('deliver', log.handler('the stopped one'));
      await stop();
      const keys = Array.from({ length: 20 }, (_, key) => `endpoint ${key}`);
      for (const key of keys) {
        const comes = log.whenKey(key);
        await askUntil(
          () => queue.wake({ name: 'deliver', key }),
          () => log.handled.some((each) => each.key === key),
          comes,
        );
        assert.equal((await comes).by, 'the other');
      }
    },
    'createConcurrent',
  ),

  queueCase(
    'continues when another node closes',
    async ({ queue, other, log }) => {
      queue.handle('deliver', log.handler('one'));
      other.handle('deliver', log.handler('the other'));
      await queue.wake({ name: 'deliver', key: 'before' });
      await log.whenKey('before');
      await other.close();
      for (const key of ['1', '2', '3', '4']) await queue.wake({ name: 'deliver', key });
      for (const key of ['1', '2', '3', '4']) assert.equal((await log.whenKey(key)).by, 'one');
    },
    'createConcurrent',
  ),

  queueCase(
    'settles every call in time while its engine is down, and continues when the engine is back',
    async ({ queue, log, harness }) => {
      queue.handle('deliver', log.handler());
      await queue.wake({ name: 'deliver', key: 'before' });
      await log.whenKey('before');
      await harness.breakDown?.();
      const asked = Array.from({ length: 10 }, (_, key) =>
        queue.wake({ name: 'deliver', key: `while it is gone ${key}` }),
      );
      // A lost wake-up is allowed, a call without a result is not.
      await Promise.allSettled(asked);
      await harness.restore?.();
      const comes = log.whenKey('after');
      await askUntil(
        () => queue.wake({ name: 'deliver', key: 'after' }).catch(() => {}),
        () => log.handled.some(({ key }) => key === 'after'),
        comes,
      );
    },
    'breakDown',
  ),
];

/** Repeats the request at intervals until the wake-up has arrived; stops when `comes` rejects. */
async function askUntil(ask: () => Promise<void>, hasCome: () => boolean, comes: Promise<unknown>): Promise<void> {
  let over = false;
  const end = comes.finally(() => {
    over = true;
  });
  while (!over && !hasCome()) {
    await ask();
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  await end;
}
