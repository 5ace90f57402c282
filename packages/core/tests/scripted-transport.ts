import { createFakeTransport, type FakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import type { TransportOutcome, TransportRequest } from '../src/ports/http-transport.ts';

/** The behaviour of a receiver for one request. */
export type Behaviour = { readonly status: number; readonly afterMs: number } | 'hangs' | 'refuses';

/** Any behaviour, most of them responses. */
export const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ status: fc.constantFrom(200, 204, 500, 503), afterMs: fc.nat(900) }) },
  fc.constant('hangs' as const),
  fc.constant('refuses' as const),
);

function failure(code: string): TransportOutcome {
  return { kind: 'failure', code, phase: 'headers', connect: false, timing: { totalMs: 0 } };
}

/** A request that was sent. */
interface SentRequest {
  readonly receiver: number;
  readonly id: string;
  /** The time on the wall clock, in milliseconds since 1970. */
  readonly at: number;
  /** The time on the monotonic clock. */
  readonly elapsed: number;
  endedAt?: number;
}

/**
 * A transport whose receivers follow scripts, with a log of the sent requests and their times. The last entry of a
 * script repeats without end.
 */
export function createScriptedTransport(clock: FakeClock, scripts: readonly (readonly Behaviour[])[]) {
  const log: SentRequest[] = [];
  const open = new Map<number, number>();
  const most = { ofOne: 0, ofAll: 0 };
  const mostOf = new Map<number, number>();
  const asked = new Map<number, number>();
  const wait = (milliseconds: number) => new Promise<void>((resolve) => clock.after(milliseconds, resolve));

  const behave = async (request: TransportRequest, receiver: number): Promise<TransportOutcome | number> => {
    const script = scripts[receiver] ?? [];
    const turn = asked.get(receiver) ?? 0;
    asked.set(receiver, turn + 1);
    const next = script[Math.min(turn, script.length - 1)] ?? 'refuses';
    if (next === 'refuses') return failure('ECONNREFUSED');
    await wait(next === 'hangs' ? request.deadlineMs : next.afterMs);
    return next === 'hangs' ? failure('ESOCKETTIMEDOUT') : next.status;
  };

  const transport = createFakeTransport(async (request) => {
    const receiver = Number(new URL(request.url).pathname.slice(1));
    const entry = { receiver, id: request.headers['webhook-id'] ?? '', at: clock.now(), elapsed: clock.monotonic() };
    log.push(entry);
    open.set(receiver, (open.get(receiver) ?? 0) + 1);
    most.ofOne = Math.max(most.ofOne, open.get(receiver) ?? 0);
    mostOf.set(receiver, Math.max(mostOf.get(receiver) ?? 0, open.get(receiver) ?? 0));
    most.ofAll = Math.max(most.ofAll, transport.open);
    const outcome = await behave(request, receiver);
    open.set(receiver, (open.get(receiver) ?? 0) - 1);
    Object.assign(entry, { endedAt: clock.now() });
    return outcome;
  });
  return { transport, log, most, mostOf: (receiver: number) => mostOf.get(receiver) ?? 0 };
}
