import { createFakeClock, createFakeQueue } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { createIntervalTask } from './interval-task.ts';

const MINUTE = 60_000;
const nextImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

function setUp(
  queueOf: (clock: ReturnType<typeof createFakeClock>) => JobQueue,
  work: () => Promise<void> = async () => {},
) {
  const clock = createFakeClock(0);
  const times: number[] = [];
  const errors: unknown[] = [];
  const recurring = createIntervalTask(
    { queue: queueOf(clock), clock },
    {
      name: 'look',
      everyMs: MINUTE,
      work() {
        times.push(clock.now());
        return work();
      },
      onError: (error) => errors.push(error),
    },
  );
  const pass = async (milliseconds: number): Promise<void> => {
    const end = clock.now() + milliseconds;
    while (clock.now() < end) {
      clock.advance(Math.min(1000, end - clock.now()));
      await nextImmediate();
    }
  };
  return { clock, times, errors, recurring, pass };
}

describe('recurring work', () => {
  it('runs once a period, when the queue wakes it', async () => {
    const { recurring, times, pass } = setUp((clock) => createInProcessQueue({ clock }));
    recurring.start();
    await pass(3 * MINUTE);
    expect(times).toEqual([MINUTE, 2 * MINUTE, 3 * MINUTE]);
  });

  it('is done by the node itself when the queue loses its wake-ups, every second period', async () => {
    const queue = createFakeQueue();
    const { recurring, times, pass } = setUp(() => queue);
    recurring.start();
    queue.lose();
    await pass(4 * MINUTE);
    expect(times).toEqual([2 * MINUTE, 4 * MINUTE]);
  });

  it('is requested again after the queue has lost a wake-up, so that the queue decides again', async () => {
    const queue = createFakeQueue();
    const { recurring, times, pass } = setUp(() => queue);
    recurring.start();
    queue.lose();
    await pass(2 * MINUTE);
    expect(queue.waiting).toEqual([{ name: 'look', key: 'all', at: 3 * MINUTE }]);
    await pass(MINUTE);
    await queue.deliver();
    expect(times).toEqual([2 * MINUTE, 3 * MINUTE]);
  });

  it('runs while the queue is unreachable, and reports each failed wake-up', async () => {
    const broken: JobQueue = { ...createFakeQueue(), wake: () => Promise.reject(new Error('connection lost')) };
    const { recurring, times, errors, pass } = setUp(() => broken);
    recurring.start();
    await pass(2 * MINUTE);
    const lost = new Error('connection lost');
    expect(times).toEqual([2 * MINUTE]);
    expect(errors).toEqual([lost, lost]);
  });

  it('runs again after a failure, and reports it', async () => {
    const failure = new Error('no store');
    const { recurring, times, errors, pass } = setUp(
      (clock) => createInProcessQueue({ clock }),
      () => Promise.reject(failure),
    );
    recurring.start();
    await pass(2 * MINUTE);
    expect(times).toHaveLength(2);
    expect(errors).toEqual([failure, failure]);
  });

  it('is not started again while it runs', async () => {
    let end = (): void => {};
    const queue = createFakeQueue();
    const { recurring, times } = setUp(
      () => queue,
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    recurring.start();
    const all = [recurring.now(), recurring.now(), queue.deliver()];
    await nextImmediate();
    end();
    await Promise.all(all);
    expect(times).toHaveLength(1);
  });

  it('waits for the current run when it stops, requests no other and leaves no timer', async () => {
    let end = (): void => {};
    const { clock, recurring, times, errors } = setUp(
      (clock) => createInProcessQueue({ clock }),
      () => new Promise<void>((_, reject) => (end = () => reject(new Error('given up')))),
    );
    recurring.start();
    clock.advance(MINUTE);
    await nextImmediate();
    const stopped = recurring.stop();
    end();
    await stopped;
    expect(times).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});
