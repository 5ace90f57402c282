import { createUnorderedList } from '../../kernel/collections/unordered-list.ts';
import { proxyAddress, type WebhookProxy } from '../../options/webhook-proxy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpTransport, TransportOutcome, TransportRequest } from '../../ports/http-transport.ts';
import { type AddressGuard, createAddressGuard } from '../../security/address-guard/address-guard.ts';
import { createSystemClock } from '../system-clock.ts';
import { Attempt } from './attempt.ts';
import type { ConnectionPools, ConnectionPoolsOptions } from './connection-pools.ts';
import type { OpenSocket } from './open-socket.ts';
import type { ResolveHost } from './resolve-host.ts';
import { createTargets, type Target } from './targets.ts';
import { isStale } from './transport-error.ts';

/** Options of {@link createUndiciTransport}. */
export interface UndiciTransportOptions {
  /** The permitted addresses of requests. @default public ones only */
  readonly guard?: AddressGuard;
  /** @default the system's clock */
  readonly clock?: Clock;
  /** @default the resolver of the operating system */
  readonly resolveHost?: ResolveHost;
  /** @default node:net and node:tls */
  readonly openSocket?: OpenSocket;
  /** Certificate authorities (PEM) for the certificates of receivers. @default those that Node trusts */
  readonly ca?: string | readonly string[];
  /** A proxy for all requests, with CONNECT. @default none; proxies from environment variables are not used */
  readonly proxy?: WebhookProxy | undefined;
  /** Milliseconds that an idle connection is kept for the next request. @default 10,000 */
  readonly keepAliveMs?: number;
  /** Milliseconds after which a connection is replaced, so that DNS changes take effect. @default 600,000 */
  readonly clientTtlMs?: number;
  /** Maximum number of idle connections that are kept, over all receivers. @default 4,000 */
  readonly maxIdleConnections?: number;
}

/** The transports that were created here. */
const created = new WeakSet<HttpTransport>();

/** Returns whether a transport is one of {@link createUndiciTransport}. */
export function isUndiciTransport(transport: HttpTransport): boolean {
  return created.has(transport);
}

/**
 * Creates the {@link HttpTransport} on undici, which it loads with the first request.
 *
 * The deadline covers the whole request. Redirects are not followed, proxies from environment variables are not used, and bodies
 * are not decompressed. The address guard checks all addresses of the name before each connection, and the peer after it. A
 * request that fails on a kept connection before any response is repeated once, immediately, on a new one. A request for which this
 * machine has no file descriptor or no memory is repeated once, after all idle connections are closed.
 *
 * @throws ServiceError `OPTIONS_INVALID` if the URL of the proxy is not valid.
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): HttpTransport {
  const { guard = createAddressGuard(), clock = createSystemClock() } = options;
  const { keepAliveMs = 10_000, clientTtlMs = 600_000, maxIdleConnections = 4000 } = options;
  const proxy = options.proxy && proxyAddress(options.proxy);
  const active = createUnorderedList<Attempt>();
  const targetOf = createTargets(guard);
  let loading: Promise<ConnectionPools> | undefined;

  const pools = (): Promise<ConnectionPools> => {
    loading ??= loadPools({ ...options, guard, clock, proxy, keepAliveMs, clientTtlMs, maxIdleConnections });
    return loading;
  };

  const run = async (
    request: TransportRequest,
    target: Target,
    deadlineMs: number,
    signal: AbortSignal,
    connections: 'kept' | 'fresh',
  ): Promise<{ outcome: TransportOutcome; stale: boolean }> => {
    const { dispatch } = await pools();
    const attempt = new Attempt(request, clock);
    const abort = () => attempt.stop('abort');
    const cancelDeadline = clock.after(deadlineMs, () => attempt.stop('deadline'));
    signal.addEventListener('abort', abort);
    const entry = active.add(attempt);
    try {
      if (signal.aborted) abort();
      else dispatch(target.origin, dispatchOptions(request, target), attempt, connections);
      const outcome = await attempt.outcome;
      return { outcome, stale: outcome.kind === 'failure' && isStale(outcome.code) && attempt.failedBeforeResponse };
    } finally {
      cancelDeadline();
      signal.removeEventListener('abort', abort);
      active.remove(entry);
    }
  };

  /** Resolves when the sockets of idle connections are closed, which takes a turn of the event loop. */
  const closeIdle = async (): Promise<void> => {
    (await pools()).closeIdle();
    await new Promise((resolve) => setImmediate(resolve));
  };

  const transport: HttpTransport = {
    async send(request, signal) {
      const target = targetOf(request.url);
      if (!target) return BLOCKED;
      const startedAt = clock.monotonic();
      const first = await run(request, target, request.deadlineMs, signal, 'kept');
      const lacked = first.outcome.kind === 'failure' && first.outcome.phase === 'local';
      if (lacked) await closeIdle();
      const left = request.deadlineMs - (clock.monotonic() - startedAt);
      if (!(first.stale || lacked) || left <= 0 || signal.aborted) return first.outcome;
      const { outcome } = await run(request, target, left, signal, 'fresh');
      const totalMs = clock.monotonic() - startedAt;
      return { ...outcome, timing: { ...outcome.timing, totalMs, ...(first.stale && { retriedStaleSocket: true }) } };
    },
    async close() {
      for (const { member } of [...active.entries]) member.stop('abort');
      await (await loading)?.close();
    },
  };
  created.add(transport);
  return transport;
}

/** undici is loaded with the first delivery, so that it costs hosts without deliveries nothing. */
async function loadPools(options: ConnectionPoolsOptions): Promise<ConnectionPools> {
  const { createConnectionPools } = await import('./connection-pools.ts');
  return createConnectionPools(options);
}

const BLOCKED: TransportOutcome = {
  kind: 'failure',
  code: 'GUARD_BLOCKED',
  phase: 'guard',
  connect: false,
  timing: { totalMs: 0 },
};

function dispatchOptions({ method, headers, body }: TransportRequest, { path }: Target) {
  return { path, method, headers: { ...headers }, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
}
