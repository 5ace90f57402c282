import type { LookupFunction } from 'node:net';

/** One request. */
export interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** A response with any status. */
export interface HttpResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body. A repetition of the request's `authorization` in it is redacted. */
  readonly text: string;
}

/** Sends requests. Redirects are not followed, because requests contain a credential. */
export interface HttpSender {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Aborts running requests and closes connections. */
  close(): Promise<void>;
}

/** Options of a sender. */
export interface HttpSenderOptions {
  /** An http or https URL, with user and password if the proxy requires them. @default none */
  readonly proxy?: string | undefined;
  /** Certificates (PEM) to trust in addition to those of Node, for the platform and for the proxy. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** Milliseconds without data from the server after which the request fails. @default 300,000 */
  readonly idleTimeoutMs?: number;
  /** Maximum size of a response in bytes, also after decompression. @default 32 MiB */
  readonly responseLimit?: number;
  /**
   * Resolves host names, such as a {@link guardedLookup}. It is also called for a host that is an address, and can refuse it. A proxy
   * resolves names itself.
   */
  readonly lookup?: LookupFunction;
}
