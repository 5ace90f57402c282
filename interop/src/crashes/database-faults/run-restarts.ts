import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { OpenHostVariant } from './host-variants.ts';
import { longestWaitMs } from './receiver-logs.ts';
import { startTwoHosts, type TwoHostsEnd } from './two-hosts.ts';

/** The result of restarts. */
export interface Restarts extends TwoHostsEnd {
  readonly restarts: number;
  /** The longest time that the server was unavailable. */
  readonly awayMs: number;
  /** The longest time without a request at a receiver. */
  readonly waitMs: number;
}

const PER_SECOND = 40;
const BETWEEN_MS = 4000;

/** Restarts the server of two hosts that publish and deliver, several times, without an orderly stop. */
export async function runRestarts(database: Database, { setup }: OpenHostVariant, restarts: number): Promise<Restarts> {
  const two = await startTwoHosts({ ...setup, connectionString: await database.next() });
  for (const host of two.hosts) host.send({ kind: 'publish', perSecond: PER_SECOND, count: Number.MAX_SAFE_INTEGER });
  await wait(BETWEEN_MS);
  const from = performance.now();
  let awayMs = 0;
  for (let done = 0; done < restarts; done += 1) {
    const began = performance.now();
    await database.restartImmediately();
    awayMs = Math.max(awayMs, performance.now() - began);
    await wait(BETWEEN_MS);
  }
  const waitMs = longestWaitMs(two.receivers, from, performance.now());
  return { restarts, awayMs, waitMs, ...(await two.end()) };
}
