import type { LookupFunction } from 'node:net';

/** One request. */
export interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** An answer, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Sends requests. Redirects are answers like any other: what is sent holds a credential. */
export interface HttpSender {
  (request: HttpRequest): Promise<HttpAnswer>;
  /** Ends what is under way and closes what is kept open. */
  close(): Promise<void>;
}

/** Options of sending requests. */
export interface HttpSenderOptions {
  /** An http or https URL, with user and password where the proxy asks for them. @default none */
  readonly proxy?: string | undefined;
  /** Certificates (PEM) to trust besides those of Node, for the platform and for the proxy. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** Milliseconds without a byte of the answer, after which it is given up. @default 300,000 */
  readonly idleTimeoutMs?: number;
  /** The most bytes of an answer. @default 32 MiB */
  readonly answerLimit?: number;
  /** Resolves host names, such as a {@link guardedLookup}. Not asked with a proxy, which resolves them itself. */
  readonly lookup?: LookupFunction;
}
