import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPostgresSignals } from './postgres-signals.ts';
import type { SignalConnection } from './signal-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CHECK_MS = 30_000;
const never = new Promise<never>(() => {});

/** The response of a server to the check of a connection. */
interface Check {
  readonly readOnly?: 'on' | 'off';
  readonly notifies?: boolean;
  readonly responds?: boolean;
}

/** Signals whose connections check themselves on a server that responds as given. */
async function listen(check: Check = {}) {
  const connections: { ended: boolean }[] = [];
  const connect = async (): Promise<SignalConnection> => {
    const state = { ended: false };
    connections.push(state);
    let notify = (_payload: string): void => {};
    return {
      on(event: string, listener: (value: never) => void) {
        if (event === 'notification') notify = (payload) => listener({ payload } as never);
      },
      async query(text) {
        if (text.startsWith('listen')) return { rows: [] };
        const { readOnly = 'off', notifies = true, responds = true } = check;
        if (!responds) return never;
        if (notifies) notify(/, '([^']+)'\)/.exec(text)?.[1] ?? '');
        return { rows: [{ pg_notify: '', read_only: readOnly }] };
      },
      async end() {
        state.ended = true;
      },
    };
  };
  const received = vi.fn();
  const resumed = vi.fn();
  const { signals, close } = createPostgresSignals({ schema: () => 'public', connect, ask: async () => {} });
  await signals.listen(received, resumed);
  await vi.advanceTimersByTimeAsync(0);
  return { connections, received, resumed, close };
}

const warnings = () => vi.spyOn(process, 'emitWarning').mockImplementation(() => {});

it('a listening connection that gets its own notifications is kept, and these reach no one', async () => {
  const { connections, received, resumed, close } = await listen();
  await vi.advanceTimersByTimeAsync(10 * CHECK_MS);
  expect(connections).toEqual([{ ended: false }]);
  expect(received).not.toHaveBeenCalled();
  expect(resumed).toHaveBeenCalledOnce();
  await close();
  expect(connections).toEqual([{ ended: true }]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each<[string, Check]>([
  ['has become read-only', { readOnly: 'on' }],
  ['does not respond', { responds: false }],
])('a listening connection whose server %s is replaced, and the store is checked', async (_name, check) => {
  const warn = warnings();
  const { connections, resumed, close } = await listen(check);
  await vi.advanceTimersByTimeAsync(CHECK_MS + 12_000);
  expect(connections).toEqual([{ ended: true }, { ended: false }]);
  expect(resumed).toHaveBeenCalledTimes(2);
  expect(warn).not.toHaveBeenCalled();
  await close();
});

it('a pooler that keeps the notifications is a warning of the process, once', async () => {
  const warn = warnings();
  const { connections, close } = await listen({ notifies: false });
  await vi.advanceTimersByTimeAsync(3 * CHECK_MS);
  expect(connections.length).toBeGreaterThan(1);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('set the option listen of the store to false'));
  await close();
});
