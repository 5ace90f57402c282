import type { ProgressEvent } from '@portcullis/core';
import { HEARTBEAT, STREAM_BEGINNING, serverSentEvent } from './server-sent-event.ts';

/** How a stream keeps alive, and for how long. */
export interface EventStreamOptions {
  /** Milliseconds of silence after which a comment is sent. @default 15,000 */
  readonly heartbeatMs?: number;
  /** Milliseconds after which a stream ends, so that its client comes back with its key. @default 1,800,000 */
  readonly lifetimeMs?: number;
}

const HEARTBEAT_MS = 15_000;
const LIFETIME_MS = 1_800_000;

/**
 * Writes events as a body. An event is asked for when the client has room for it, and no earlier; when the client goes away
 * nothing more is asked for.
 */
export function createEventStream(
  events: AsyncIterableIterator<ProgressEvent, undefined>,
  { heartbeatMs = HEARTBEAT_MS, lifetimeMs = LIFETIME_MS }: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const endsAt = performance.now() + lifetimeMs;
  let isBegun = false;
  let waiting: Promise<IteratorResult<ProgressEvent, undefined>> | undefined;

  const nextText = async (): Promise<string | undefined> => {
    if (!isBegun) {
      isBegun = true;
      return STREAM_BEGINNING;
    }
    waiting ??= events.next();
    const left = endsAt - performance.now();
    const result = left > 0 ? await orAfter(waiting, Math.min(heartbeatMs, left)) : END;
    if (result === undefined) return endsAt > performance.now() ? HEARTBEAT : undefined;
    waiting = undefined;
    return result.done ? undefined : serverSentEvent(result.value);
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await nextText();
        if (text !== undefined) return controller.enqueue(encoder.encode(text));
        controller.close();
        await events.return?.();
      },
      async cancel() {
        await events.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

const END = { done: true, value: undefined } as const;

/** What comes first: the result, or undefined when the time is over. */
async function orAfter<Result>(result: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
    // A stream that nobody reads must not keep a process alive.
    timer.unref();
  });
  try {
    return await Promise.race([result, silence]);
  } finally {
    clearTimeout(timer);
  }
}
