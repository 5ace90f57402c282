import type { Dispatcher } from 'undici';
import type { Clock } from '../../ports/clock.ts';
import type {
  TransportOutcome,
  TransportPhase,
  TransportRequest,
  TransportTiming,
} from '../../ports/http-transport.ts';
import type { Connection } from './connection.ts';
import { aborted, codeOf, isShortage } from './transport-error.ts';

/** Bytes beyond the limit that are read and discarded, so that a connection with a slightly longer response can be reused. */
const DISCARD_LIMIT = 65_536;

/**
 * The factor between the bytes read of a body and the bytes on the wire for it: a chunk of one byte takes six. More than that is
 * a flood of informational responses, chunk extensions or the like.
 */
const WIRE_FACTOR = 8;

/** The phases in which a connection is being established. */
const CONNECTING: ReadonlySet<TransportPhase> = new Set(['dns', 'proxy', 'connect', 'tls']);

/** One request on the wire, which handles the calls of undici. It is a class for the same reason as `ClaimedDelivery`. */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<TransportOutcome>;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #responseLimit: number;
  readonly #resolve: (outcome: TransportOutcome) => void;
  #connection: Connection | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #phase: TransportPhase | undefined;
  #reusedSocket: boolean | undefined;
  #firstByteMs: number | undefined;
  #statusCode: number | undefined;
  #headers: Readonly<Record<string, string>> = NO_HEADERS;
  #chunks: Uint8Array[] | undefined;
  #keptBytes = 0;
  #bodyBytes = 0;
  #finished = false;
  #failed = false;
  #complete = false;

  /** @param request - the request, of which the attempt needs the limit of its response. */
  constructor({ responseLimit }: TransportRequest, clock: Clock) {
    const { promise, resolve } = Promise.withResolvers<TransportOutcome>();
    this.outcome = promise;
    this.#resolve = resolve;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.#responseLimit = responseLimit;
  }

  /** True if it failed on a reused connection before the first byte of a response. */
  get failedBeforeResponse(): boolean {
    return this.#failed && this.#reusedSocket === true && this.#firstByteMs === undefined;
  }

  /** True if the response was complete, so that the connection can be reused. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** Assigns the connection. */
  assign(connection: Connection): void {
    this.#connection = connection;
  }

  /** Ends it immediately. */
  stop(reason: 'deadline' | 'abort'): void {
    const responding = this.#phase !== undefined;
    this.#finishWithFailure(reason === 'abort' ? 'ABORTED' : responding ? 'ESOCKETTIMEDOUT' : 'ETIMEDOUT');
    if (this.#controller) this.#controller.abort(aborted());
    else this.#connection?.cancel(aborted());
  }

  /** Ends it because it could not be dispatched. */
  fail(error: unknown): void {
    this.#finishWithFailure(codeOf(error));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#finished) {
      controller.abort(aborted());
      return;
    }
    this.#phase = 'write';
    const connection = this.#connection;
    if (!connection) return;
    this.#reusedSocket = connection.served > 0;
    connection.served += 1;
    connection.limitResponse(WIRE_FACTOR * (this.#responseLimit + DISCARD_LIMIT), () => this.#cutOff());
  }

  onRequestSent(): void {
    this.#phase = 'headers';
  }

  onResponseStarted(): void {
    this.#firstByteMs ??= this.#clock.monotonic() - this.#startedAt;
    this.#phase = 'headers';
  }

  onResponseStart(
    _: unknown,
    statusCode: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (statusCode < 200) return;
    this.#phase = 'body';
    this.#statusCode = statusCode;
    this.#headers = plainHeaders(headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const wanted = Math.min(chunk.length, this.#responseLimit - this.#keptBytes);
    if (wanted > 0) {
      this.#chunks ??= [];
      // A copy, because the chunk is a view of a buffer that the parser reuses.
      this.#chunks.push(Uint8Array.prototype.slice.call(chunk, 0, wanted));
    }
    this.#keptBytes += wanted;
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes <= this.#responseLimit + DISCARD_LIMIT) return;
    this.#finishWithResponse();
    controller.abort(aborted());
  }

  onResponseEnd(): void {
    this.#complete = true;
    this.#finishWithResponse();
  }

  onResponseError(_: unknown, error: unknown): void {
    this.fail(error);
  }

  /** A response with a complete head counts, even if its body is incomplete. */
  #cutOff(): void {
    if (this.#statusCode === undefined) this.#finishWithFailure('HPE_HEADER_OVERFLOW');
    else this.#finishWithResponse(true);
    this.#controller?.abort(aborted());
  }

  #finishWithResponse(cut = false): void {
    const statusCode = this.#statusCode;
    if (statusCode === undefined) {
      this.#finishWithFailure('ERR_TRANSPORT');
      return;
    }
    const body = Buffer.concat(this.#chunks ?? []);
    const bodyBytes = this.#bodyBytes;
    const truncated = cut || bodyBytes > this.#keptBytes;
    this.#finish({
      kind: 'response',
      statusCode,
      headers: this.#headers,
      body,
      bodyBytes,
      truncated,
      timing: this.#timing(),
    });
  }

  #finishWithFailure(code: string): void {
    const reached = this.#phase ?? this.#connection?.phase ?? 'connect';
    const phase = isShortage(code) ? 'local' : reached;
    this.#finish({ kind: 'failure', code, phase, connect: CONNECTING.has(reached), timing: this.#timing() });
  }

  #finish(outcome: TransportOutcome): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#failed = outcome.kind === 'failure';
    this.#connection?.endLimit();
    this.#resolve(outcome);
  }

  #timing(): TransportTiming {
    return {
      totalMs: this.#clock.monotonic() - this.#startedAt,
      connectMs: this.#reusedSocket ? undefined : this.#connection?.connectMs,
      firstByteMs: this.#firstByteMs,
      remoteAddress: this.#connection?.remoteAddress,
      reusedSocket: this.#reusedSocket,
    };
  }
}

const NO_HEADERS = {};

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
