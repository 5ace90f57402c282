import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { OpenHostVariant } from './host-variants.ts';
import { startTwoHosts, type TwoHostsEnd } from './two-hosts.ts';

/** The result of terminated backends. */
export interface Terminations extends TwoHostsEnd {
  readonly terminated: number;
}

const PER_SECOND = 40;
/** Backends that are terminated at a time, at random. */
const AT_ONCE = 3;
/** The minimum age of a backend, in milliseconds. Younger ones would never do any work. */
const MIN_AGE_MS = 250;
const PAUSE_MS = 25;

/** Terminates backends of two hosts that publish and deliver, until the given number is reached. */
export async function runTerminations(
  database: Database,
  { setup }: OpenHostVariant,
  count: number,
): Promise<Terminations> {
  const two = await startTwoHosts({ ...setup, connectionString: await database.next() });
  for (const host of two.hosts) host.send({ kind: 'publish', perSecond: PER_SECOND, count: Number.MAX_SAFE_INTEGER });
  let terminated = 0;
  while (terminated < count && two.hosts.every(({ death }) => death === undefined)) {
    const rows = await database.ask(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'
        and backend_start < now() - interval '${MIN_AGE_MS} ms' order by random() limit ${AT_ONCE}`);
    terminated += rows.length;
    await wait(PAUSE_MS);
  }
  return { terminated, ...(await two.end()) };
}
