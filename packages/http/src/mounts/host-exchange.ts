import type { IncomingMessage, ServerResponse } from 'node:http';

/** The request of a host's framework, and its response. */
export interface HostExchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** Path and query, the path of the mount included. */
  readonly target: string;
  readonly protocol: string;
  readonly host: string | undefined;
  /** The address of the client as the host sees it: behind a trusted proxy, the one in the proxy's header. */
  readonly source: string | undefined;
  /** The stream with which the host has replaced the one of the message. @default none */
  readonly replacedBody?: AsyncIterable<Uint8Array | string> | undefined;
  /** The result of the host's body parser: an object, a text, bytes. */
  readonly parsedBody: unknown;
  /** The raw text or bytes, if the parser keeps them. */
  readonly rawBody: unknown;
}
