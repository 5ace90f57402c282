import type { IntegrationStatus } from '@portcullis/core';
import type { Answer } from '../answers/answer.ts';
import type { Call } from '../routing/call.ts';
import { createEventStream } from './create-event-stream.ts';

/** The media type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream';

/**
 * Nothing on the way may keep the stream, change it (compress it, and so wait for more of it) or collect it before it goes on.
 * The last one is understood by nginx and those that follow it.
 */
const STREAM_HEADERS = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' } as const;

const ENDED: readonly IntegrationStatus[] = ['deleted', 'disabled'];

/**
 * Follows an integration. Where nothing will ever follow what the client has, the answer is 204, after which an `EventSource`
 * does not come back. Source: HTML standard, "Server-sent events", processing model.
 */
export async function progressAnswer({
  portcullis,
  context,
  id,
  headers,
  eventStreams,
  isStillAllowed,
}: Call): Promise<Answer> {
  const after = headers.get('last-event-id') ?? undefined;
  const events = await portcullis.integrations.follow(context, id, after === undefined ? {} : { after });
  const { status } = await portcullis.integrations.status(context, id);
  if (after !== undefined && ENDED.includes(status)) {
    const first = await events.next();
    if (first.done) return { status: 204 };
    return streamOf(startingWith(first.value, events));
  }
  return streamOf(events);

  function streamOf(source: typeof events): Answer {
    return {
      status: 200,
      headers: STREAM_HEADERS,
      stream: { mediaType: EVENT_STREAM, content: createEventStream(source, isStillAllowed, eventStreams) },
    };
  }
}

async function* startingWith<Value>(
  first: Value,
  rest: AsyncIterableIterator<Value, undefined>,
): AsyncGenerator<Value, undefined> {
  yield first;
  yield* rest;
}
