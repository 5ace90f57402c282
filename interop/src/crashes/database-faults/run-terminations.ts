import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { OpenHostVariant } from './host-variants.ts';
import { startTwoHosts, type TwoHostsEnd } from './two-hosts.ts';

/** The result of ended sessions. */
export interface Terminations extends TwoHostsEnd {
  readonly terminated: number;
}

const PER_SECOND = 40;
/** Sessions that are ended at a time, at random. */
const AT_ONCE = 3;
const PAUSE_MS = 25;

/** Ends sessions of two hosts that publish and deliver, until the given number is reached. */
export async function runTerminations(
  database: Database,
  { setup }: OpenHostVariant,
  count: number,
): Promise<Terminations> {
  const two = await startTwoHosts({ ...setup, connectionString: await database.next() });
  for (const host of two.hosts) host.send({ kind: 'publish', perSecond: PER_SECOND, count: Number.MAX_SAFE_INTEGER });
  let terminated = 0;
  while (terminated < count && two.hosts.every(({ death }) => death === undefined)) {
    terminated += await database.terminate(AT_ONCE);
    await wait(PAUSE_MS);
  }
  return { terminated, ...(await two.end()) };
}
