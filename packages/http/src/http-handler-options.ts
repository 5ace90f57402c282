import type { Logger } from '@portcullis/core';
import type { Authenticate } from './auth/authenticate.ts';
import type { ConsoleSite } from './console/console-site.ts';
import type { EventStreamOptions } from './event-stream/create-event-stream.ts';

/** Options of the addresses of the interface. */
export interface AddressOptions {
  /**
   * The path of the routes, such as `/governance`. A mount inside another router adds that router's own path automatically.
   *
   * @default none: the routes are `/integrations`, `/webhooks`, ...
   */
  readonly basePath?: string;
  /**
   * The external address of the host, such as `https://data.example.com`; with the path that a proxy adds, without those of
   * mounts and `basePath`. Platforms call the host at this address, so set it behind a proxy.
   *
   * @default the origin of the request
   */
  readonly publicUrl?: string;
}

/** Options of request bodies. */
export interface BodyOptions {
  /** Maximum size of a body in bytes. @default 1,048,576 */
  readonly bodyLimit?: number;
  /**
   * Milliseconds within which a body has to arrive, from the first read. A slower one gets a 408, and its connection is closed. A
   * body parser of the host that reads first has its own limits. @default 30,000
   */
  readonly bodyTimeoutMs?: number;
}

/** Options of {@link createHttpHandler} besides the instance. */
export interface HttpHandlerOptions extends AddressOptions, BodyOptions {
  /**
   * Authenticates the caller; undefined is answered with 401. It must not read the body, except that of a clone. Ids of
   * principals are positive integers.
   *
   * @default the API keys of the instance, as `Authorization: <key>` or `Authorization: Bearer <key>`
   */
  readonly authenticate?: Authenticate;
  /**
   * The page for operators, served at `/console`: `createConsole()` of `@portcullis/console`.
   *
   * @default none
   */
  readonly console?: ConsoleSite;
  /** The heartbeat and the lifetime of event streams. */
  readonly eventStreams?: EventStreamOptions;
  /** Logs errors that are answered with 500. @default no logging */
  readonly logger?: Logger;
}
