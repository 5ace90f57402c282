import type { Portcullis, RequestContext } from '@portcullis/core';
import type { EventStreamOptions } from '../event-stream/create-event-stream.ts';

/** The input of a route's operation: the request, read and checked. */
export interface Call<Query = Readonly<Record<string, unknown>>> {
  readonly portcullis: Portcullis;
  readonly context: RequestContext;
  /** The id in the path; not a number for paths without one. */
  readonly id: number;
  readonly query: Query;
  /** Undefined when there is none. */
  readonly body: unknown;
  readonly headers: Headers;
  /** The negotiated media type of the answer. */
  readonly mediaType: string;
  /** Where platforms reach the host, without a slash at the end. */
  readonly hostUrl: () => string;
  /** Where the routes are: a path, or an address when the host has said which. */
  readonly routesUrl: string;
  /** The heartbeat of event streams. */
  readonly eventStreams: EventStreamOptions;
  /** Recognises the caller again: whether they may still call this route. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** The OpenAPI document. */
  readonly document: () => Promise<unknown>;
}
