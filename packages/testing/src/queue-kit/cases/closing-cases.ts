import assert from 'node:assert/strict';
import { type QueueCase, queueCase } from '../queue-harness.ts';

/** The behaviour when a handler or queue closes. */
export const CLOSING_CASES: readonly QueueCase[] = [
  queueCase(
    'aborts and awaits a handler that is stopped, and delivers no more wake-ups to it',
    async ({ queue, log }) => {
      const ended: string[] = [];
      const untilAborted = (key: string, signal: AbortSignal): Promise<void> =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended.push(key);
            resolve();
          });
        });
      const stop = queue.handle('deliver', log.handler('the stopped one', untilAborted));
      queue.handle('look', log.handler('the other one'));
      await queue.wake({ name: 'deliver', key: '1' });
      await log.whenKey('1');
      await stop();
      assert.deepEqual(ended, ['1']);
      await queue.wake({ name: 'deliver', key: '2' });
      await queue.wake({ name: 'look', key: 'all' });
      await log.whenKey('all');
      assert.deepEqual(
        log.handled.map(({ by }) => by),
        ['the stopped one', 'the other one'],
      );
    },
  ),

  queueCase('delivers to the new handler of a name after the previous one was removed', async ({ queue, log }) => {
    const stop = queue.handle('deliver', log.handler('the first'));
    await stop();
    queue.handle('deliver', log.handler('the second'));
    await queue.wake({ name: 'deliver', key: '1' });
    assert.equal((await log.whenKey('1')).by, 'the second');
  }),

  queueCase(
    'aborts and awaits running handlers when it closes, then accepts nothing, and closes once',
    async ({ queue, log }) => {
      const ended: string[] = [];
      queue.handle(
        'deliver',
        log.handler('the node', async (key, signal) => {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          ended.push(key);
        }),
      );
      await queue.wake({ name: 'deliver', key: '1' });
      await log.whenKey('1');
      await queue.close();
      assert.deepEqual(ended, ['1']);
      await queue.wake({ name: 'deliver', key: '2' });
      await queue.close();
      assert.deepEqual(
        log.handled.map(({ key }) => key),
        ['1'],
      );
    },
  ),

  queueCase('closes even if it was never used', async ({ queue }) => {
    await queue.close();
  }),
];
