import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type QueueCase, queueCase } from '../queue-harness.ts';

/** Keys that an engine may not accept as names or ids. */
const HOSTILE_KEYS = [
  '1',
  '007',
  'a:b',
  'a:b:c',
  '',
  ' ',
  "'; drop table x; --",
  'ü 😀',
  '../up',
  '%',
  'k'.repeat(200),
];

/** The handling of a due wake-up. */
export const HANDLING_CASES: readonly QueueCase[] = [
  queueCase('delivers a wake-up to the handler of its name, never inside wake()', async ({ queue, log }) => {
    queue.handle('deliver', log.handler('deliver'));
    queue.handle('reap', log.handler('reap'));
    const woken = queue.wake({ name: 'deliver', key: '7' });
    assert.equal(log.handled.length, 0);
    await woken;
    assert.equal((await log.whenKey('7')).by, 'deliver');
    assert.deepEqual(
      log.handled.filter(({ by }) => by === 'reap'),
      [],
    );
  }),

  queueCase('accepts any text as a key', async ({ queue, log }) => {
    queue.handle('deliver', log.handler());
    for (const key of HOSTILE_KEYS) await queue.wake({ name: 'deliver', key });
    for (const key of HOSTILE_KEYS) await log.whenKey(key);
  }),

  queueCase('handles a key again after it was handled', async ({ queue, log }) => {
    queue.handle('deliver', log.handler());
    for (let times = 1; times <= 5; times += 1) {
      await queue.wake({ name: 'deliver', key: '1' });
      await log.when(`wake-up ${times}`, () => log.handled.length >= times);
    }
  }),

  queueCase(
    'never handles one key concurrently on a node, and loses no wake-up that arrives in that time',
    async ({ queue, log }) => {
      let running = 0;
      let most = 0;
      const releases: (() => void)[] = [];
      const work = async (): Promise<void> => {
        running += 1;
        most = Math.max(most, running);
        if (releases.length < 2) await new Promise<void>((resolve) => releases.push(resolve));
        running -= 1;
      };
      queue.handle(
        'deliver',
        log.handler('the node', (key) => (key === '1' ? work() : Promise.resolve())),
      );
      await queue.wake({ name: 'deliver', key: '1' });
      await log.whenKey('1');
      for (let times = 0; times < 5; times += 1) await queue.wake({ name: 'deliver', key: '1' });
      // By now, the later wake-up would have arrived if the queue delivered it during the handling of the first.
      await queue.wake({ name: 'deliver', key: 'other' });
      await log.whenKey('other');
      assert.equal(log.handled.filter(({ key }) => key === '1').length, 1);
      releases[0]?.();
      await log.when(
        'the wake-up that came during the handling',
        () => log.handled.filter(({ key }) => key === '1').length >= 2,
      );
      releases[1]?.();
      assert.equal(most, 1);
    },
  ),

  queueCase('handles different keys and names concurrently', async ({ queue, log }) => {
    const release: (() => void)[] = [];
    const wait = (): Promise<void> => new Promise<void>((resolve) => release.push(resolve));
    queue.handle('deliver', log.handler('deliver', wait));
    queue.handle('reap', log.handler('reap', wait));
    for (let key = 0; key < 40; key += 1) await queue.wake({ name: 'deliver', key: `endpoint ${key}` });
    await queue.wake({ name: 'reap', key: 'all' });
    await log.when('each of them', () => log.handled.length === 41);
    for (const end of release) end();
  }),

  queueCase('runs handlers outside the async context of the caller', async ({ queue, log }) => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    queue.handle(
      'deliver',
      log.handler('the node', async () => void seen.push(context.getStore())),
    );
    await context.run('a transaction', () => queue.wake({ name: 'deliver', key: '1' }));
    await log.whenKey('1');
    assert.deepEqual(seen, [undefined]);
  }),

  queueCase('refuses a second handler of a name', async ({ queue, log }) => {
    queue.handle('deliver', log.handler());
    assert.throws(() => queue.handle('deliver', log.handler()), TypeError);
  }),
];
