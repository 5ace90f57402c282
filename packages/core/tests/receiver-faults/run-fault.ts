import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createUndiciTransport } from '../../src/adapters/undici-transport/create-undici-transport.ts';
import { createSocketOpener, type OpenSocket } from '../../src/adapters/undici-transport/open-socket.ts';
import { statusCodeOf } from '../../src/delivery/attempt/attempt-outcome.ts';
import { type Decision, decide } from '../../src/delivery/attempt/retry-schedule/decide.ts';
import { type Verdict, verdictOf } from '../../src/delivery/breaker/breaker.ts';
import { DEFAULT_SETTINGS } from '../../src/options/defaults.ts';
import { RETRY_POLICIES } from '../../src/options/retry-policies.ts';
import type { HttpTransport, TransportOutcome, TransportRequest } from '../../src/ports/http-transport.ts';
import { createAddressGuard } from '../../src/security/address-guard/address-guard.ts';
import { clockOfRow } from './clock-of-row.ts';
import { IS_SILENT_WHEN_FULL } from './full-queue.ts';
import { leaveIdle } from './leave-idle.ts';
import { listen } from './listen.ts';
import type { DeliveryEnd, ReceiverFault } from './receiver-fault.ts';

/** The time at which every delivery of the matrix ends, in milliseconds since 1970. */
export const NOW = Date.UTC(2026, 0, 1);

/** Bytes of a response that are kept: the dispatcher's default. */
const RESPONSE_LIMIT = 16_384;

/**
 * The maximum bytes that the dispatcher may read from a connection for one delivery: the kept bytes and those that it
 * drops to keep the connection, eight times as much for their framing, and the additional bytes of one read of the
 * socket.
 */
export const READ_LIMIT = 8 * (RESPONSE_LIMIT + 65_536) + 2 * 65_536;

/** Milliseconds for which an idle connection is kept: longer than any test, so that only the receiver closes it. */
const KEEP_ALIVE_MS = 600_000;

const DEADLINE_MS = { untilDeadline: 2000, otherwise: 20_000 } as const;

/** The observed end of a delivery. */
export interface ObservedEnd extends DeliveryEnd {
  readonly sockets: number;
  readonly repeated: boolean;
  /** Kept bytes of the response. */
  readonly keptBytes: number;
  /** Bytes that were read from connections for the last delivery. */
  readonly readBytes: number;
  /** True if a failure is recorded as a connection failure. */
  readonly connect: boolean;
}

/**
 * Makes a delivery to a receiver with this fault, over the transport of deliveries, and returns its end.
 *
 * @param deadlineMs - @default the deadline that the row needs
 */
export async function runFault(fault: ReceiverFault, deadlineMs = deadlineOf(fault)): Promise<ObservedEnd> {
  const receiver = await listen(fault);
  const sockets: Socket[] = [];
  const transport = transportFor(fault, (socket) => sockets.push(socket), deadlineMs);
  const readBytes = (): number => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  try {
    for (let count = fault.before ?? 0; count > 0; count -= 1) {
      await send(transport, urlOf(fault, receiver.port), fault, deadlineMs);
      await turn();
    }
    await leaveIdle(fault, receiver, sockets);
    const before = readBytes();
    const outcome = await send(transport, urlOf(fault, receiver.port), fault, deadlineMs);
    const isOpen = (socket: Socket): boolean => !socket.destroyed;
    // With another deadline, the row may end differently.
    if (deadlineMs === deadlineOf(fault)) {
      await until(() => sockets.filter(isOpen).length === (fault.end.sockets ?? 0));
    }
    return {
      ...describe(outcome),
      sockets: sockets.filter(isOpen).length,
      keptBytes: outcome.kind === 'response' ? outcome.body.length : 0,
      readBytes: readBytes() - before,
    };
  } finally {
    await transport.close();
    await receiver.close();
  }
}

/**
 * The transport of deliveries, with the changes of the row.
 *
 * @param opened - called for each connection.
 */
export function transportFor(
  fault: ReceiverFault,
  opened: (socket: Socket) => void,
  deadlineMs = deadlineOf(fault),
): HttpTransport {
  const ca = (fault.trusted ?? true) ? (fault.tls?.cert as string | undefined) : undefined;
  const open = createSocketOpener(ca);
  const { resolve = async () => [{ address: '127.0.0.1', family: 4 }] } = fault;
  let isSampled = false;
  let last: Socket | undefined;
  let connections = 0;
  const openSocket: OpenSocket = (request) => {
    // If a full queue responds, a socket that never connects replaces it.
    last = fault.port === 'full' && !IS_SILENT_WHEN_FULL ? new Socket() : open(request);
    connections += 1;
    opened(last);
    return last;
  };
  /** The phase that a delivery must reach before its deadline may pass. */
  const reached: Readonly<Partial<Record<NonNullable<DeliveryEnd['phase']>, () => boolean>>> = {
    dns: () => isSampled,
    connect: () => last !== undefined,
    tls: () => last !== undefined && !last.connecting,
    headers: () => (last?.bytesWritten ?? 0) > 0 && connections > (fault.end.repeated ? 1 : 0),
    body: () => (last?.bytesRead ?? 0) > 0,
  };
  const hasCome = fault.end.phase && reached[fault.end.phase];
  if (fault.untilDeadline && !hasCome) throw new Error(`No deadline is known for the phase ${fault.end.phase}.`);
  return createUndiciTransport({
    guard: createAddressGuard({ allow: [{ cidr: '127.0.0.1', host: fault.resolve ? '127.0.0.1' : hostOf(fault) }] }),
    ...(deadlineMs === deadlineOf(fault) && {
      clock: clockOfRow(deadlineMs, fault.untilDeadline ? hasCome : undefined),
    }),
    resolveHost: (...asked) => {
      isSampled = true;
      return resolve(...asked);
    },
    openSocket,
    keepAliveMs: KEEP_ALIVE_MS,
  });
}

function send(
  transport: HttpTransport,
  url: string,
  { body = Buffer.from('{"text":"Hello."}') }: ReceiverFault,
  deadlineMs: number,
): Promise<TransportOutcome> {
  const request: TransportRequest = {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    deadlineMs,
    responseLimit: RESPONSE_LIMIT,
  };
  return transport.send(request, new AbortController().signal);
}

/** Returns the deadline of a delivery to the receiver, in milliseconds. */
export function deadlineOf({ untilDeadline }: ReceiverFault): number {
  return untilDeadline ? DEADLINE_MS.untilDeadline : DEADLINE_MS.otherwise;
}

/** The URL of deliveries to the receiver. */
export function urlOf(fault: ReceiverFault, port: number): string {
  return `${fault.scheme ?? (fault.tls ? 'https' : 'http')}://${hostOf(fault)}:${port}/hook`;
}

function hostOf({ host = '127.0.0.1' }: ReceiverFault): string {
  return host;
}

function describe(outcome: TransportOutcome) {
  const { standard: policy } = RETRY_POLICIES;
  const decision = decide(outcome, { number: 1, now: NOW, settings: DEFAULT_SETTINGS, policy, fraction: 0.5 });
  return {
    status: statusCodeOf(outcome),
    ...(outcome.kind === 'failure' ? { code: outcome.code, phase: outcome.phase } : {}),
    connect: outcome.kind === 'failure' && outcome.connect,
    next: nextOf(decision),
    breaker: BREAKER[verdictOf(outcome)],
    repeated: outcome.timing.retriedStaleSocket === true,
  };
}

const BREAKER: Readonly<Record<Verdict, DeliveryEnd['breaker']>> = {
  success: 'healthy',
  refusal: 'responds',
  outage: 'one failure',
  blocked: 'opens at once',
};

function nextOf(decision: Decision): DeliveryEnd['next'] {
  if (decision.kind === 'retry') return `again in ${(decision.dueAt - NOW) / 1000} s`;
  if (decision.kind === 'gone') return 'given up, webhook disabled';
  if (decision.kind === 'succeeded') return 'delivered';
  throw new Error(`No row is about a delivery that is ${decision.kind}.`);
}

/** undici waits a turn of the event loop before it uses a connection again. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits for the effects of a delivery, up to a limit. */
async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isSo() && performance.now() < deadline) await delay(1);
  // Once more, because an open connection may be about to close.
  for (let count = 0; count < 5; count += 1) await turn();
}
