import type { Dispatcher } from 'undici';
import type { Clock } from '../../ports/clock.ts';
import type {
  TransportOutcome,
  TransportPhase,
  TransportRequest,
  TransportTiming,
} from '../../ports/http-transport.ts';
import type { Connection } from './connection.ts';
import { aborted, codeOf } from './transport-error.ts';

/** Bytes beyond the limit that are read and discarded, so that a connection with a slightly longer response can be reused. */
const DISCARD_LIMIT = 65_536;

/**
 * The factor between the bytes read of a body and the bytes on the wire for it: a chunk of one byte takes six. More than that is
 * a flood of informational responses, chunk extensions or the like.
 */
const WIRE_FACTOR = 8;

/** The phases in which a connection is being established. */
const CONNECTING: ReadonlySet<TransportPhase> = new Set(['dns', 'proxy', 'connect', 'tls']);

/** One request on the wire: the handler that undici calls, and its state. */
export interface Attempt {
  readonly handler: Dispatcher.DispatchHandler;
  readonly outcome: Promise<TransportOutcome>;
  /** Returns whether it failed on a reused connection before the first byte of a response. */
  readonly failedBeforeResponse: () => boolean;
  /** Returns whether the response was complete, so that the connection can be reused. */
  readonly isComplete: () => boolean;
  /** Assigns the connection. */
  assign(connection: Connection): void;
  /** Ends it immediately. */
  stop(reason: 'deadline' | 'abort'): void;
  /** Ends it because it could not be dispatched. */
  fail(error: unknown): void;
}

/** Creates an attempt, whose handler is passed to undici. */
export function createAttempt({ responseLimit }: TransportRequest, clock: Clock): Attempt {
  const startedAt = clock.monotonic();
  const chunks: Uint8Array[] = [];
  let bodyBytes = 0;
  let kept = 0;
  let response: { statusCode: number; headers: Record<string, string> } | undefined;
  let connection: Connection | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let phase: TransportPhase | undefined;
  let firstByteMs: number | undefined;
  let reusedSocket: boolean | undefined;
  let finished = false;
  let failed = false;
  let complete = false;
  let resolve!: (outcome: TransportOutcome) => void;
  const outcome = new Promise<TransportOutcome>((finish) => {
    resolve = finish;
  });

  const timing = (): TransportTiming => ({
    totalMs: clock.monotonic() - startedAt,
    connectMs: reusedSocket ? undefined : connection?.connectMs,
    firstByteMs,
    remoteAddress: connection?.remoteAddress,
    reusedSocket,
  });

  const finish = (result: TransportOutcome): void => {
    if (finished) return;
    finished = true;
    failed = result.kind === 'failure';
    connection?.endLimit();
    resolve(result);
  };

  const finishWithFailure = (code: string): void => {
    const where = phase ?? connection?.phase ?? 'connect';
    finish({ kind: 'failure', code, phase: where, connect: CONNECTING.has(where), timing: timing() });
  };

  const finishWithResponse = (cut = false): void => {
    const body = Buffer.concat(chunks);
    const truncated = cut || bodyBytes > kept;
    if (!response) finishWithFailure('ERR_TRANSPORT');
    else finish({ kind: 'response', ...response, body, bodyBytes, truncated, timing: timing() });
  };

  /** A response with a complete head counts, even if its body is incomplete. */
  const cutOff = (): void => {
    if (response) finishWithResponse(true);
    else finishWithFailure('HPE_HEADER_OVERFLOW');
    controller?.abort(aborted());
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (finished) return started.abort(aborted());
      phase = 'write';
      if (!connection) return;
      reusedSocket = connection.served > 0;
      connection.served += 1;
      connection.limitResponse(WIRE_FACTOR * (responseLimit + DISCARD_LIMIT), cutOff);
    },
    onRequestSent() {
      phase = 'headers';
    },
    onResponseStarted() {
      firstByteMs ??= clock.monotonic() - startedAt;
      phase = 'headers';
    },
    onResponseStart(_controller, statusCode, headers) {
      if (statusCode < 200) return;
      phase = 'body';
      response = { statusCode, headers: plainHeaders(headers) };
    },
    onResponseData(started, chunk) {
      const wanted = Math.min(chunk.length, responseLimit - kept);
      // A copy, because the chunk is a view of a buffer that the parser reuses.
      if (wanted > 0) chunks.push(Uint8Array.prototype.slice.call(chunk, 0, wanted));
      kept += wanted;
      bodyBytes += chunk.length;
      if (bodyBytes <= responseLimit + DISCARD_LIMIT) return;
      finishWithResponse();
      started.abort(aborted());
    },
    onResponseEnd() {
      complete = true;
      finishWithResponse();
    },
    onResponseError: (_controller, error) => finishWithFailure(codeOf(error)),
  };

  return {
    handler,
    outcome,
    isComplete: () => complete,
    failedBeforeResponse: () => failed && reusedSocket === true && firstByteMs === undefined,
    assign(given) {
      connection = given;
    },
    stop(reason) {
      const responding = phase !== undefined;
      finishWithFailure(reason === 'abort' ? 'ABORTED' : responding ? 'ESOCKETTIMEDOUT' : 'ETIMEDOUT');
      if (controller) controller.abort(aborted());
      else connection?.cancel(aborted());
    },
    fail: (error) => finishWithFailure(codeOf(error)),
  };
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
