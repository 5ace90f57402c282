import type { Logger } from '@portcullis/core';
import type { Authenticate } from './auth/authenticate.ts';
import type { ConsoleSite } from './console/console-site.ts';
import type { EventStreamOptions } from './event-stream/create-event-stream.ts';

/** Options of the addresses of the interface. */
export interface AddressOptions {
  /**
   * The path of the routes, such as `/governance`. A mount inside another router adds that router's own path automatically.
   * @remarks Set it if other routes of your host would collide.
   * @default none: the routes are `/integrations`, `/webhooks` and so on
   */
  readonly basePath?: string;
  /**
   * The external address of the host, such as `https://data.example.com`; including the path that a proxy removes, without the
   * path of a mount and `basePath`. Platforms call the host at this address, so set it behind a proxy.
   * @remarks Set it behind every proxy.
   * @default the origin of the request
   */
  readonly publicUrl?: string | undefined;
}

/** Options of request bodies. */
export interface BodyOptions {
  /**
   * Maximum size of a body in bytes.
   * @remarks Lower it behind a gateway with a smaller limit. Raise it for very large bodies of webhooks.
   * @default 1,048,576
   */
  readonly bodyLimit?: number;
  /**
   * Milliseconds from the first read of a body to its end. A slower body gets a 408, and its connection is closed. A body
   * parser of the host that runs first has its own limits.
   * @remarks Lower it if slow clients hold too many connections. Raise it for slow networks.
   * @default 30,000
   */
  readonly bodyTimeoutMs?: number;
}

/** Options of {@link createHttpHandler}. */
export interface HttpHandlerOptions extends AddressOptions, BodyOptions {
  /**
   * Authenticates the caller; the response to undefined is a 401. It may read the body of a clone, not of the request itself.
   * Ids of principals are positive integers.
   * @remarks Set it to use the sessions of your host.
   * @default the API keys of the instance, as `Authorization: <key>` or `Authorization: Bearer <key>`
   */
  readonly authenticate?: Authenticate;
  /**
   * The page for operators, served at `/console`: `createConsole()` of `@portcullis/console`.
   * @remarks Set it to serve the page for operators.
   * @default none
   */
  readonly console?: ConsoleSite;
  /** The heartbeat and the lifetime of event streams. */
  readonly eventStreams?: EventStreamOptions;
  /** Logs errors that are refused with 500, and failures of event streams. @default the logger of the instance */
  readonly logger?: Logger;
}
