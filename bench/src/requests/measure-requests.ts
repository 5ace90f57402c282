import { performance } from 'node:perf_hooks';
import type { Exchange } from './exchanges.ts';
import { sendRequests } from './load/send-requests.ts';
import type { Framework } from './servers/server-protocol.ts';
import type { Server } from './servers/start-server.ts';

/** The two servers of a framework. */
export interface ServerPair {
  readonly framework: Framework;
  readonly bare: Server;
  readonly portcullis: Server;
}

/** The length of a measurement: rounds, durations and connections. */
export interface LoadPlan {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  readonly connections: number;
}

/** One server, one exchange, one round. */
export interface RoundResult {
  readonly requestsPerSecond: number;
  /** Processor time of the server for one request, in microseconds. */
  readonly cpuMicros: number;
  readonly p50Micros: number;
  readonly p99Micros: number;
  /**
   * The share of the round in which the server was not waiting. Well below 1, the sender was too slow for a comparison.
   */
  readonly busy: number;
}

/** All rounds of an exchange on a pair of servers. The same index is the same round. */
export interface PairSeries {
  readonly framework: Framework;
  readonly exchange: Exchange;
  readonly bare: readonly RoundResult[];
  readonly portcullis: readonly RoundResult[];
}

/**
 * Measures an exchange on all servers. Each round measures all servers, every other round in reverse order, so that
 * other work on the machine affects all of them.
 */
export async function measureExchange(
  exchange: Exchange,
  pairs: readonly ServerPair[],
  { rounds, roundMs, warmUpMs, connections }: LoadPlan,
): Promise<readonly PairSeries[]> {
  const series = pairs.map(({ framework }) => ({
    framework,
    exchange,
    bare: [] as RoundResult[],
    portcullis: [] as RoundResult[],
  }));
  const turns = pairs.flatMap(({ bare, portcullis }, index) => [
    { server: bare, results: series[index]?.bare },
    { server: portcullis, results: series[index]?.portcullis },
  ]);
  for (const { server } of turns) {
    await sendRequests({ ...server, exchange, connections, durationMs: warmUpMs });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, results } of round % 2 === 0 ? turns : turns.toReversed()) {
      results?.push(await measureRound(server, exchange, connections, roundMs));
    }
  }
  return series;
}

/** Measures one exchange on one server for some time. */
export async function measureRound(
  server: Server,
  exchange: Exchange,
  connections: number,
  durationMs: number,
): Promise<RoundResult> {
  const before = await server.usage();
  const { requests, elapsedMs, latency } = await sendRequests({ ...server, exchange, connections, durationMs });
  const after = await server.usage();
  return {
    requestsPerSecond: requests / (elapsedMs / 1000),
    cpuMicros: (after.cpuMicros - before.cpuMicros) / requests,
    p50Micros: latency.percentile(50),
    p99Micros: latency.percentile(99),
    busy: performance.eventLoopUtilization(after.eventLoop, before.eventLoop).utilization,
  };
}
