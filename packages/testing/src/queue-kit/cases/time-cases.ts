import assert from 'node:assert/strict';
import { type QueueCase, queueCase } from '../queue-harness.ts';

const SOON_MS = 300;
/** Longer than any queue holds a wake-up in memory. */
const LATER_MS = 1800;
const MUCH_LATER_MS = 3_600_000;
/** The maximum difference between the clocks of engines and of this process, rounding included. */
const TOLERANCE_MS = 50;

/** The handling of a wake-up that is due later. */
export const TIME_CASES: readonly QueueCase[] = [
  ...[SOON_MS, LATER_MS].map((milliseconds) =>
    queueCase(
      `handles a wake-up that is due in ${milliseconds} ms at that time, not earlier`,
      async ({ queue, log }) => {
        queue.handle('deliver', log.handler());
        const at = Date.now() + milliseconds;
        await queue.wake({ name: 'deliver', key: '1', at });
        const wakeup = await log.whenKey('1');
        assert.ok(wakeup.at >= at - TOLERANCE_MS, `It came ${at - wakeup.at} ms too early.`);
      },
    ),
  ),

  queueCase('uses the earliest time of several wake-ups for one key', async ({ queue, log }) => {
    queue.handle('deliver', log.handler());
    const at = Date.now() + LATER_MS;
    await queue.wake({ name: 'deliver', key: '1', at: at + MUCH_LATER_MS });
    await queue.wake({ name: 'deliver', key: '1', at });
    await queue.wake({ name: 'deliver', key: '1', at: at + MUCH_LATER_MS });
    const wakeup = await log.whenKey('1');
    assert.ok(wakeup.at >= at - TOLERANCE_MS, `It came ${at - wakeup.at} ms too early.`);
  }),

  queueCase(
    'handles a due wake-up at once, even if the same key also waits for a later time',
    async ({ queue, log }) => {
      queue.handle('deliver', log.handler());
      await queue.wake({ name: 'deliver', key: '1', at: Date.now() + MUCH_LATER_MS });
      await queue.wake({ name: 'deliver', key: '1' });
      await log.whenKey('1');
    },
  ),

  queueCase('treats a time in the past as now', async ({ queue, log }) => {
    queue.handle('deliver', log.handler());
    await queue.wake({ name: 'deliver', key: '1', at: 0 });
    await log.whenKey('1');
  }),

  queueCase('lets a handler schedule its own next wake-up', async ({ queue, log }) => {
    queue.handle(
      'look',
      log.handler('the node', async (key) => {
        if (log.handled.length < 3) await queue.wake({ name: 'look', key, at: Date.now() + SOON_MS });
      }),
    );
    await queue.wake({ name: 'look', key: 'all' });
    await log.when('the third time', () => log.handled.length >= 3);
  }),
];
