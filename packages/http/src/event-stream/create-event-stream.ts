import type { ProgressEvent } from '@portcullis/core';
import { DEFAULT_EVENT_STREAM_OPTIONS } from '../defaults.ts';
import { HEARTBEAT, STREAM_START, serverSentEvent } from './server-sent-event.ts';

/** The heartbeat and the lifetime of a stream. */
export interface EventStreamOptions {
  /**
   * Milliseconds of silence after which a comment is sent.
   * @remarks Lower it if a proxy closes silent connections earlier.
   * @default 15,000
   */
  readonly heartbeatMs?: number;
  /**
   * Milliseconds after which a stream ends, so that its client reconnects with its key.
   * @remarks Lower it if a proxy limits the duration of responses.
   * @default 1,800,000
   */
  readonly lifetimeMs?: number;
}

/**
 * Milliseconds between two checks of the client's access. With `RESPONSE_MS`, the streams of an expired key end within
 * five seconds.
 */
const RECHECK_MS = 3_000;
/**
 * Maximum duration of a check in milliseconds. A stream whose access is not confirmed in time ends, and its client
 * reconnects.
 */
const RESPONSE_MS = 1_500;

/** The parts of a request that its stream needs. */
export interface StreamRequest {
  /** Called every three seconds, whether the client reads or not; if it returns false, the stream ends. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Logs an error of the events. Its client sees only that the connection breaks. */
  readonly logFailure: (error: unknown) => void;
}

/**
 * Writes events as a body. An event is requested only when the client can receive it; after the client has
 * disconnected, none is requested.
 */
export function createEventStream(
  events: AsyncIterableIterator<ProgressEvent, undefined>,
  { isStillAllowed, logFailure }: StreamRequest,
  {
    heartbeatMs = DEFAULT_EVENT_STREAM_OPTIONS.heartbeatMs,
    lifetimeMs = DEFAULT_EVENT_STREAM_OPTIONS.lifetimeMs,
  }: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const endsAt = performance.now() + lifetimeMs;
  let recheck: NodeJS.Timeout | undefined;
  let isEnded = false;
  let waiting: Promise<IteratorResult<ProgressEvent, undefined>> | undefined;

  const end = (): void => {
    isEnded = true;
    clearTimeout(recheck);
    // It may still wait for an event, whose outcome no longer matters.
    void events.return?.().catch(() => undefined);
  };

  const recheckLater = (controller: ReadableStreamDefaultController): void => {
    recheck = setTimeout(async () => {
      // A client that does not read requests no event, at which the end of the lifetime would be noticed.
      const isAllowed = performance.now() < endsAt && (await withinTime(isStillAllowed(), RESPONSE_MS));
      if (isEnded) return;
      if (isAllowed) return recheckLater(controller);
      end();
      controller.close();
    }, RECHECK_MS);
    // An unread stream must not keep a process alive.
    recheck.unref();
  };

  const nextText = async (): Promise<string | undefined> => {
    waiting ??= events.next();
    const left = endsAt - performance.now();
    const result = left > 0 ? await withinTime(waiting, Math.min(heartbeatMs, left)) : END;
    if (result === undefined) return endsAt > performance.now() ? HEARTBEAT : undefined;
    waiting = undefined;
    return result.done ? undefined : serverSentEvent(result.value);
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (recheck === undefined) {
          recheckLater(controller);
          return controller.enqueue(encoder.encode(STREAM_START));
        }
        try {
          const text = await nextText();
          if (isEnded) return;
          if (text !== undefined) return controller.enqueue(encoder.encode(text));
          end();
          controller.close();
        } catch (error) {
          if (!isEnded) logFailure(error);
          end();
          throw error;
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

const END = { done: true, value: undefined } as const;

/** Resolves with the result, or with undefined once the time is over. */
async function withinTime<Result>(result: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
    timer.unref();
  });
  try {
    return await Promise.race([result, silence]);
  } finally {
    clearTimeout(timer);
  }
}
