import type { Portcullis, RequestContext, TenantPortcullis } from '@portcullis/core';
import type { EventStreamOptions } from '../event-stream/create-event-stream.ts';
import type { RequestHeaders } from '../exchange/incoming.ts';

/** The input of a route's operation: the parsed and checked request. */
export interface Call<Query = Readonly<Record<string, unknown>>> {
  /** The services of the caller's tenant. */
  readonly portcullis: TenantPortcullis;
  /** The whole instance, for routes that do not concern one tenant. */
  readonly instance: Portcullis;
  readonly context: RequestContext;
  /** The id in the path; `NaN` for paths without an id. */
  readonly id: number;
  readonly query: Query;
  /** The parsed body; undefined without a body. */
  readonly body: unknown;
  readonly headers: RequestHeaders;
  /** The negotiated media type of the response. */
  readonly mediaType: string;
  /** The address of the host for platforms, without a trailing slash. */
  readonly hostUrl: () => string;
  /** The address of the routes: a path, or the absolute address in the options. */
  readonly routesUrl: string;
  /** The heartbeat of event streams. */
  readonly eventStreams: EventStreamOptions;
  /** Authenticates the caller again, and returns whether the route is still permitted. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Logs an error that happens after the response has begun. */
  readonly logFailure: (error: unknown) => void;
  /** The OpenAPI document, as the bytes of its JSON. */
  readonly document: () => Promise<Uint8Array<ArrayBuffer>>;
}
