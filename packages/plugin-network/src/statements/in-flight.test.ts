import { describe, expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

/** A statement that lasts until it is given up, and then takes its time to say so to the platform. */
function endless(said: string[]) {
  return async (signal: AbortSignal): Promise<never> => {
    await new Promise((given) => signal.addEventListener('abort', given, { once: true }));
    await Promise.resolve();
    said.push('cancelled');
    throw signal.reason;
  };
}

describe('what is under way', () => {
  it('gives what a statement gives, and its failure', async () => {
    const { signal } = new AbortController();
    const inFlight = createInFlight();
    expect(await inFlight.run(signal, async () => 7)).toBe(7);
    await expect(inFlight.run(signal, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await inFlight.end();
  });

  it('ends when the connection closes, which waits until the platform was told', async () => {
    const inFlight = createInFlight();
    const said: string[] = [];
    const statement = inFlight.run(new AbortController().signal, endless(said)).catch((error: Error) => error.message);
    await inFlight.end();
    expect(said).toEqual(['cancelled']);
    expect(await statement).toBe('The connection is closed.');
  });

  it('is cancelled on the platform even when its caller is gone and closes at once', async () => {
    const inFlight = createInFlight();
    const said: string[] = [];
    const caller = new AbortController();
    const statement = inFlight.run(caller.signal, endless(said)).catch((error: Error) => error.message);
    caller.abort(new Error('enough'));
    await inFlight.end();
    expect(said).toEqual(['cancelled']);
    expect(await statement).toBe('enough');
  });
});
