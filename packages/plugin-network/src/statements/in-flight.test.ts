import { describe, expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

/** A statement that runs until it is cancelled, and whose cancellation takes time. */
function endless(calls: string[]) {
  return async (signal: AbortSignal): Promise<never> => {
    await new Promise((given) => signal.addEventListener('abort', given, { once: true }));
    await Promise.resolve();
    calls.push('cancelled');
    throw signal.reason;
  };
}

describe('a running statement', () => {
  it('resolves with its result, or rejects with its error', async () => {
    const { signal } = new AbortController();
    const inFlight = createInFlight();
    expect(await inFlight.run(signal, async () => 7)).toBe(7);
    await expect(inFlight.run(signal, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await inFlight.end();
  });

  it('ends when the connection closes, after the platform has received the cancellation', async () => {
    const inFlight = createInFlight();
    const calls: string[] = [];
    const statement = inFlight.run(new AbortController().signal, endless(calls)).catch((error: Error) => error.message);
    await inFlight.end();
    expect(calls).toEqual(['cancelled']);
    expect(await statement).toBe('The connection is closed.');
  });

  it('is cancelled on the platform even if its caller aborts and closes immediately', async () => {
    const inFlight = createInFlight();
    const calls: string[] = [];
    const caller = new AbortController();
    const statement = inFlight.run(caller.signal, endless(calls)).catch((error: Error) => error.message);
    caller.abort(new Error('enough'));
    await inFlight.end();
    expect(calls).toEqual(['cancelled']);
    expect(await statement).toBe('enough');
  });
});
