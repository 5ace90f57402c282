import type { ProgressEvent } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventStream } from './create-event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Events that never arrive. */
function silence() {
  const ended = vi.fn();
  const events: AsyncIterableIterator<ProgressEvent, undefined> = {
    next: () => new Promise(() => {}),
    return: async () => {
      ended();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => events,
  };
  return { events, ended };
}

const request = (isStillAllowed: () => Promise<boolean>) => ({ isStillAllowed, logFailure: vi.fn() });

describe('a stream of events', () => {
  it.each([
    ['is no longer allowed', async () => false],
    ['cannot be asked about', () => new Promise<boolean>(() => {})],
  ])('ends within five seconds when its client %s', async (_name, response) => {
    const { events, ended } = silence();
    let isStillAllowed: () => Promise<boolean> = async () => true;
    const reader = createEventStream(
      events,
      request(() => isStillAllowed()),
      { heartbeatMs: 60_000 },
    ).getReader();
    await reader.read();
    let isDone = false;
    const next = reader.read().then(({ done }) => {
      isDone = done;
    });
    await vi.advanceTimersByTimeAsync(10_100);
    expect(isDone).toBe(false);
    isStillAllowed = response;
    await vi.advanceTimersByTimeAsync(4_999);
    await next;
    expect(isDone).toBe(true);
    expect(ended).toHaveBeenCalled();
    // The last expected heartbeat.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the same event after its reader has disconnected', async () => {
    const { events, ended } = silence();
    const reader = createEventStream(
      events,
      request(async () => false),
    ).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ended).toHaveBeenCalled();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('ends at the end of its lifetime, even if its client does not read', async () => {
    const { events, ended } = silence();
    const reader = createEventStream(
      events,
      request(async () => true),
      { lifetimeMs: 60_000 },
    ).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(ended).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads no further events after its client has disconnected', async () => {
    const { events, ended } = silence();
    const isStillAllowed = vi.fn(async () => true);
    const stream = createEventStream(events, request(isStillAllowed));
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isStillAllowed).not.toHaveBeenCalled();
    expect(ended).toHaveBeenCalled();
  });
});
