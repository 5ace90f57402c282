import type { Logger } from '@portcullis/core';
import type { Authenticate } from './auth/authenticate.ts';
import type { ConsoleSite } from './console/console-site.ts';
import type { EventStreamOptions } from './event-stream/create-event-stream.ts';

/** Options of the addresses below which the interface is reached. */
export interface AddressOptions {
  /**
   * The path below which the routes are, such as `/governance`. A mount inside another router adds that router's own path
   * in front by itself.
   *
   * @default none: the routes are `/integrations`, `/webhooks`, ...
   */
  readonly basePath?: string;
  /**
   * Where the host is reached from outside, such as `https://data.example.com`; with the path that a proxy adds, without
   * those of mounts and `basePath`. Platforms that call the host are told this address, so set it wherever a proxy is in
   * front.
   *
   * @default the origin of the request
   */
  readonly publicUrl?: string;
}

/** Options of request bodies. */
export interface BodyOptions {
  /** Bytes that a body may have. @default 1,048,576 */
  readonly bodyLimit?: number;
  /**
   * Milliseconds in which a body has to arrive, from when it is first read: what is slower is a 408, and its connection is
   * closed. A body parser of the host that reads first has limits of its own. @default 30,000
   */
  readonly bodyTimeoutMs?: number;
}

/** Options of {@link createHttpHandler} besides the instance. */
export interface HttpHandlerOptions extends AddressOptions, BodyOptions {
  /**
   * Recognises the caller; undefined is answered with 401. It must leave the body unread, or read that of a clone. Ids of
   * principals are positive integers.
   *
   * @default the API keys of the instance, as `Authorization: <key>` or `Authorization: Bearer <key>`
   */
  readonly authenticate?: Authenticate;
  /**
   * The page for operators, served below `/console`: `createConsole()` of `@portcullis/console`.
   *
   * @default none: there is nothing below `/console`
   */
  readonly console?: ConsoleSite;
  /** The heartbeat and the lifetime of event streams. */
  readonly eventStreams?: EventStreamOptions;
  /** Hears of what is answered with 500. @default silent */
  readonly logger?: Logger;
}
