/** One outgoing request of a webhook delivery. */
export interface TransportRequest {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that were signed. */
  readonly body: Uint8Array;
  /** Milliseconds for the whole request: DNS, connect, TLS, write, headers and body. */
  readonly deadlineMs: number;
  /** Bytes of the response to keep; the rest is counted, not stored. */
  readonly responseLimit: number;
}

/** The response, or the failure. Transports never reject: a failure is an outcome. */
export type TransportOutcome =
  | {
      readonly kind: 'response';
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
      readonly bodyBytes: number;
      readonly truncated: boolean;
      readonly timing: TransportTiming;
    }
  | {
      readonly kind: 'failure';
      /** `ESOCKETTIMEDOUT`, `ETIMEDOUT`, `ECONNREFUSED`, `GUARD_BLOCKED`, `EMFILE`, … */
      readonly code: string;
      readonly phase: TransportPhase;
      /** True when the request failed while it was connecting. */
      readonly connect: boolean;
      readonly timing: TransportTiming;
    };

/**
 * The phase in which a request ended. The receiver was not reached if the proxy failed (`proxy`), or if this machine had no file
 * descriptor or no memory for a connection (`local`).
 */
export type TransportPhase = 'local' | 'guard' | 'dns' | 'proxy' | 'connect' | 'tls' | 'write' | 'headers' | 'body';

/** Milliseconds, and facts about the connection. */
export interface TransportTiming {
  readonly totalMs: number;
  readonly connectMs?: number | undefined;
  readonly firstByteMs?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly reusedSocket?: boolean | undefined;
  /** True when the request was retried once because a reused socket was stale. */
  readonly retriedStaleSocket?: boolean | undefined;
}

/**
 * Sends webhook deliveries. The default is `createUndiciTransport`.
 *
 * A transport of the host that rejects, that returns anything else, or that has no outcome a second after the deadline, has failed: the
 * attempt has the code `TRANSPORT_FAILED`, and the reason is in the log.
 */
export interface HttpTransport {
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportOutcome>;
  close(): Promise<void>;
}
