import type { Portcullis, RequestContext } from '@portcullis/core';
import type { EventStreamOptions } from '../event-stream/create-event-stream.ts';

/** What a route's operation works with: the request, read and checked. */
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
  /** How streams of events are kept alive. */
  readonly eventStreams: EventStreamOptions;
  /** Recognises the caller again: whether they may still call this route. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** The OpenAPI document. */
  readonly document: () => Promise<unknown>;
}
