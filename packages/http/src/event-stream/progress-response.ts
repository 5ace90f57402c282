import type { IntegrationStatus } from '@portcullis/core';
import type { RouteResponse } from '../responses/route-response.ts';
import type { Call } from '../routing/call.ts';
import { createEventStream } from './create-event-stream.ts';

/** The media type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream';

/**
 * Caches must not store the stream, and proxies must not transform it (compression would delay it) or buffer it. The last header is
 * supported by nginx and compatible proxies.
 */
const STREAM_HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' } as const;

const ENDED: readonly IntegrationStatus[] = ['deleted', 'disabled'];

/**
 * Follows an integration. If no further event will follow, the response is 204, after which an `EventSource` does not
 * reconnect. Source: HTML standard, "Server-sent events", processing model.
 */
export async function progressResponse(call: Call): Promise<RouteResponse> {
  const { portcullis, context, id, headers } = call;
  const after = headers.get('last-event-id') ?? undefined;
  const events = await portcullis.integrations.follow(context, id, after === undefined ? {} : { after });
  const { status } = await portcullis.integrations.status(context, id).catch(async (error: unknown) => {
    await events.return?.();
    throw error;
  });
  if (after !== undefined && ENDED.includes(status)) {
    const first = await events.next();
    if (first.done) return { status: 204 };
    return streamOf(startingWith(first.value, events));
  }
  return streamOf(events);

  function streamOf(source: typeof events): RouteResponse {
    return {
      status: 200,
      headers: STREAM_HEADERS,
      stream: { mediaType: EVENT_STREAM, content: createEventStream(source, call, call.eventStreams) },
    };
  }
}

/** Returns events after one that was read before. A generator would not end them for a reader that leaves before it reads. */
function startingWith<Value>(
  first: Value,
  rest: AsyncIterableIterator<Value, undefined>,
): AsyncIterableIterator<Value, undefined> {
  let isFirst = true;
  const events: AsyncIterableIterator<Value, undefined> = {
    async next() {
      if (!isFirst) return rest.next();
      isFirst = false;
      return { done: false, value: first };
    },
    async return() {
      isFirst = false;
      return (await rest.return?.()) ?? { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => events,
  };
  return events;
}
