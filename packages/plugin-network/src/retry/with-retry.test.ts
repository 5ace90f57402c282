import { type FailureClass, PlatformError } from '@portcullis/plugin-api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withRetry } from './with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = (failureClass: FailureClass) => new PlatformError({ failureClass, message: 'No.' });

/** Runs work that fails a number of times with an error, and returns the number of attempts and the outcome. */
async function tried(error: unknown, failures: number, repetition: Partial<Parameters<typeof withRetry>[1]> = {}) {
  const attempts: number[] = [];
  const work = async (attempt: number): Promise<string> => {
    attempts.push(attempt);
    if (attempt <= failures) throw error;
    return 'done';
  };
  const outcome = withRetry(work, { classify: () => undefined, ...repetition }).catch((thrown: unknown) => thrown);
  await vi.runAllTimersAsync();
  return { attempts, outcome: await outcome };
}

it.each(['network', 'transient', 'timeout'] as const)('retries after %s', async (each) => {
  expect(await tried(failure(each), 2)).toEqual({ attempts: [1, 2, 3], outcome: 'done' });
});

it('fails after three attempts with the last error', async () => {
  const error = failure('network');
  expect(await tried(error, 9)).toEqual({ attempts: [1, 2, 3], outcome: error });
});

it.each(['credentials', 'missing-grant', 'paused-or-starting', 'in-use', 'internal'] as const)(
  'does not retry after %s',
  async (each) => {
    expect((await tried(failure(each), 1)).attempts).toEqual([1]);
  },
);

it('uses the table of the plugin, or the given function', async () => {
  const error = new Error('vendor 17');
  expect((await tried(error, 1)).attempts).toEqual([1]);
  const classify = () => ({ class: 'transient', message: 'Busy.' }) as const;
  expect((await tried(error, 1, { classify })).attempts).toEqual([1, 2]);
  expect((await tried(error, 1, { classify, shouldRetry: () => false })).attempts).toEqual([1]);
});

it('ends when the caller aborts', async () => {
  const controller = new AbortController();
  const judge = (): boolean => {
    controller.abort(new Error('The caller has aborted.'));
    return true;
  };
  const { attempts, outcome } = await tried(failure('network'), 9, {
    signal: controller.signal,
    shouldRetry: judge,
  });
  expect(attempts).toEqual([1]);
  expect(outcome).toBeInstanceOf(Error);
});
