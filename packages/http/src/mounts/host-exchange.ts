import type { IncomingMessage, ServerResponse } from 'node:http';

/** The request as a host's framework has it, and the response to write to. */
export interface HostExchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** Path and query, the path of the mount included. */
  readonly target: string;
  readonly protocol: string;
  readonly host: string | undefined;
  /** The address of the caller as the host sees it: behind a proxy that it trusts, the one that the proxy names. */
  readonly source: string | undefined;
  /** The result of the host's body parser: an object, a text, bytes. */
  readonly parsedBody: unknown;
  /** The text or bytes that it was made from, where the parser keeps them. */
  readonly rawBody: unknown;
}
