import { PortcullisError } from '@portcullis/plugin-api';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { pause } from '../../kernel/time/pause.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpTransport, TransportRequest } from '../../ports/http-transport.ts';
import {
  type AttemptOutcome,
  abortedOutcome,
  type EndedAttempt,
  type FailureOutcome,
  failedLocally,
  missingKeyOutcome,
} from './attempt-outcome.ts';
import type { AttemptSubject } from './attempt-row.ts';
import { attemptTrace } from './attempt-trace.ts';
import { deliveryBody } from './delivery-body.ts';
import type { SignatureHeaderNames } from './sign/header-names.ts';
import { signatureHeaders } from './sign/signature-headers.ts';
import type { SigningKey } from './sign/signing-secret.ts';
import { SecretsNotRead, type SigningKeysOf } from './signing-keys.ts';
import { type TraceContext, traceHeaders } from './trace-headers.ts';
import type { WaitReports } from './wait-reports.ts';

/** Dependencies of the attempt sender. */
export interface AttemptSenderDependencies {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly keysOf: SigningKeysOf;
  readonly headerNames: SignatureHeaderNames;
  /** @default receivers get no trace */
  readonly traceContext?: TraceContext | undefined;
  /** Maximum number of response bytes that are stored. */
  readonly responseLimit: number;
  /** Reports the reasons for which deliveries wait. */
  readonly reports: WaitReports;
}

/** Sends an attempt and resolves with its outcome. Never rejects. */
export type SendAttempt = (subject: AttemptSubject, options: SendOptions) => Promise<EndedAttempt>;

/** Options of one send. */
interface SendOptions {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Keys to sign with. @default the stored secrets of the webhook */
  readonly keys?: readonly SigningKey[];
}

/** Milliseconds before a delivery that was not sent returns to its queue, so that it is not claimed again at once. */
const PAUSE_MS = 1000;
/** Milliseconds for which a delivery waits for the key of its secret, or for a resource of this machine. */
const MAX_WAIT_MS = DAY_MS;

/**
 * Creates the function that sends all attempts: first ones, automatic and manual retries. Headers are created inside the tracing
 * channel as well, so that a span that a subscriber binds to the channel's `start` can be propagated.
 */
export function createAttemptSender(dependencies: AttemptSenderDependencies): SendAttempt {
  const { clock, transport } = dependencies;
  return traced(
    TRACING_CHANNELS.webhookAttempt,
    attemptTrace(clock),
    async (_trace: unknown, subject: AttemptSubject, options: SendOptions): Promise<EndedAttempt> => {
      const startedAt = clock.now();
      let outcome: AttemptOutcome;
      try {
        outcome = await transport.send(await requestOf(subject, options, dependencies), options.signal);
        if (failedLocally(outcome)) outcome = await afterShortage(outcome, subject, options, dependencies);
      } catch (error) {
        outcome =
          error instanceof SecretsNotRead
            ? await notSent(clock, options.signal)
            : failed(error, mayWait(subject, startedAt), dependencies);
      }
      return { url: subject.webhook.url, startedAt, endedAt: clock.now(), outcome };
    },
  );
}

/** The headers of each request, before those of its trace and of its signatures. */
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Portcullis-Webhooks' };

/** The request of an attempt. It is a class for the same reason as `ClaimedDelivery`. */
class SignedRequest implements TransportRequest {
  readonly url: string;
  readonly method = 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly deadlineMs: number;
  readonly responseLimit: number;

  constructor({ url, headers, body, deadlineMs, responseLimit }: Omit<TransportRequest, 'method'>) {
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.deadlineMs = deadlineMs;
    this.responseLimit = responseLimit;
  }
}

async function requestOf(
  { webhook, event, webhookName }: AttemptSubject,
  { deadlineMs, keys: presetKeys }: SendOptions,
  { clock, keysOf, headerNames, traceContext, responseLimit }: AttemptSenderDependencies,
): Promise<TransportRequest> {
  const body = deliveryBody(event.payload, { webhookId: webhook.id, webhookName });
  // An event has a different body for each webhook, and a receiver with several webhooks may drop ids that it has seen.
  const id = `${event.publicId}_${webhook.id}`;
  const keys = presetKeys ?? (await keysOf(webhook));
  const headers = {
    ...HEADERS,
    ...traceHeaders(traceContext),
    ...signatureHeaders({ id, at: clock.now(), body, keys }, headerNames),
  };
  return new SignedRequest({ url: webhook.url, headers, body, deadlineMs, responseLimit });
}

/**
 * Returns the outcome of an attempt that is not sent because the store failed, or this machine lacks a resource. That is no fault of
 * the receiver, so it does not count.
 */
async function notSent(clock: Clock, signal: AbortSignal): Promise<AttemptOutcome> {
  await pause(clock, PAUSE_MS, signal).catch(() => {});
  return abortedOutcome();
}

/** Returns the outcome of an attempt for which this machine had no file descriptor or no memory. Its delivery waits for a day at most. */
async function afterShortage(
  outcome: FailureOutcome,
  subject: AttemptSubject,
  { signal }: SendOptions,
  { clock, reports }: AttemptSenderDependencies,
): Promise<AttemptOutcome> {
  reports.shortage(outcome.code);
  return mayWait(subject, clock.now()) ? notSent(clock, signal) : outcome;
}

/** Returns whether a delivery may wait, instead of failing. A manual attempt may not, because its caller waits for it. */
function mayWait({ dueAt }: AttemptSubject, now: number): boolean {
  return dueAt !== undefined && now - dueAt < MAX_WAIT_MS;
}

/**
 * Returns the outcome of an attempt that could not be sent, for example because its secret is corrupted: a failure with its code. A
 * delivery waits for a key that is not available, as for the store, but not for ever, since the key may have been destroyed.
 */
function failed(
  error: unknown,
  waits: boolean,
  { reports }: Pick<AttemptSenderDependencies, 'reports'>,
): AttemptOutcome {
  const code = PortcullisError.isInstance(error) ? error.code : 'INTERNAL';
  if (PortcullisError.isInstance(error) && code === 'SECRET_KEY_UNKNOWN') {
    reports.missingKey(error);
    if (waits) return missingKeyOutcome();
  }
  return { kind: 'failure', code, phase: 'write', connect: false, timing: { totalMs: 0 } };
}
