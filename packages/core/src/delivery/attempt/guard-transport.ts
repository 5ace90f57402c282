import { z } from 'zod';
import { isUndiciTransport } from '../../adapters/undici-transport/create-undici-transport.ts';
import { errorFacts } from '../../kernel/errors/error-facts.ts';
import { issueText } from '../../kernel/input/issue-text.ts';
import { inputIssues } from '../../kernel/input/parse-input.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpTransport, TransportOutcome } from '../../ports/http-transport.ts';
import type { Logger } from '../../ports/logger.ts';

/** Dependencies of {@link guardTransport}. */
export interface GuardTransportDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Milliseconds after its deadline for which a request is waited for. Shorter than the grace of its lease. */
const GRACE_MS = 1000;

const statusCode = z.int().min(100).max(999);
const timing = z.object({
  totalMs: z.number(),
  connectMs: z.number().optional(),
  firstByteMs: z.number().optional(),
  remoteAddress: z.string().optional(),
  reusedSocket: z.boolean().optional(),
  retriedStaleSocket: z.boolean().optional(),
});
const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('response'),
    statusCode,
    headers: z.record(z.string(), z.string()),
    body: z.instanceof(Uint8Array),
    bodyBytes: z.int().min(0),
    truncated: z.boolean(),
    timing,
  }),
  z.object({
    kind: z.literal('failure'),
    // The delivery of an aborted request is sent again at once.
    code: z
      .string()
      .min(1)
      .refine((code) => code !== 'ABORTED', 'Only a request whose signal is aborted has this code.'),
    phase: z.enum(['local', 'guard', 'dns', 'proxy', 'connect', 'tls', 'write', 'headers', 'body']),
    connect: z.boolean(),
    timing,
  }),
]) satisfies z.ZodType<TransportOutcome>;
const statusSchema = z.object({ kind: z.literal('response'), statusCode });

/**
 * Returns the transport of the host without the effects of its defects. A request that never ends would keep its delivery for ever, and an
 * invalid outcome would prevent that those of all other deliveries are recorded. Such a request fails with the code `TRANSPORT_FAILED`, and so
 * does one that rejects. A valid status counts nevertheless, so that the delivery is not repeated. The reason is in the log, at most once a minute.
 * A transport of `createUndiciTransport` needs none of this, and is returned as it is.
 */
export function guardTransport(transport: HttpTransport, { clock, logger }: GuardTransportDependencies): HttpTransport {
  if (isUndiciTransport(transport)) return transport;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const report = (error: unknown): void => {
    const now = clock.monotonic();
    if (now - loggedAt < MINUTE_MS) return;
    loggedAt = now;
    logger.error('The transport of the host failed.', { task: 'send', ...errorFacts(error) });
  };

  const checked = (outcome: TransportOutcome): TransportOutcome => {
    const { error } = outcomeSchema.safeParse(outcome);
    if (!error) return outcome;
    report(new TypeError(`Its outcome is not valid. ${issueText(inputIssues(error))}`));
    const { data } = statusSchema.safeParse(outcome);
    return data ? { ...EMPTY_RESPONSE, statusCode: data.statusCode } : failure('TRANSPORT_FAILED');
  };

  return {
    async send(request, signal) {
      const limitMs = request.deadlineMs + GRACE_MS;
      try {
        const outcome = await withDeadline(clock, limitMs, 'A request', (own) => transport.send(request, own), signal);
        return checked(outcome);
      } catch (error) {
        if (signal.aborted) return failure('ABORTED');
        report(error);
        return failure('TRANSPORT_FAILED');
      }
    },
    close: () => transport.close(),
  };
}

const EMPTY_RESPONSE = {
  kind: 'response',
  headers: {},
  body: new Uint8Array(),
  bodyBytes: 0,
  truncated: false,
  timing: { totalMs: 0 },
} as const;

function failure(code: string): TransportOutcome {
  return { kind: 'failure', code, phase: 'write', connect: false, timing: { totalMs: 0 } };
}
