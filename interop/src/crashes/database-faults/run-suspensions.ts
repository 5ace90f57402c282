import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { SuspensionPoint } from './host-protocol.ts';
import { longestWaitMs } from './receiver-logs.ts';
import { startTwoHosts, type TwoHostsEnd } from './two-hosts.ts';

/** The result of a suspended host while another one runs. */
export interface SuspensionResult extends TwoHostsEnd {
  /** Accepted publications of the other host while this one is suspended, of 1,800 in the first 12 s. */
  readonly taken: number;
  /** The longest time without a request at a receiver while the host was suspended. */
  readonly waitMs: number;
}

/** The point at which a host is suspended: in a transaction of this kind, or from outside at any moment. */
export type SuspensionMoment = SuspensionPoint | 'any moment';

const SUSPENSION_MS = 20_000;
const PUBLISHING_MS = 12_000;
const PER_SECOND = 150;
const WARM_MS = 3000;
/** The prefix of the tags of counted publications. */
const MEASURED = 'measured';

/**
 * Suspends a host (SIGSTOP) for 20 s, longer than its leases, while another one publishes and delivers, and resumes it
 * (SIGCONT).
 *
 * @param limits - true if their transactions have limits.
 */
export async function runSuspension(
  database: Database,
  moment: SuspensionMoment,
  limits: boolean,
): Promise<SuspensionResult> {
  const connectionString = await database.next();
  const two = await startTwoHosts({ pool: 'own', limits, connectionString });
  const [suspended, other] = two.hosts;
  for (const host of two.hosts) host.send({ kind: 'publish', perSecond: 20, count: Number.MAX_SAFE_INTEGER });
  await wait(WARM_MS);
  other.send({ kind: 'stop-publishing' });
  if (moment === 'any moment') suspended.signal('SIGSTOP');
  else {
    const suspendedReport = suspended.reported('suspended');
    suspended.send({ kind: 'suspend', at: moment });
    await suspendedReport;
  }
  const from = performance.now();
  const count = (PER_SECOND * PUBLISHING_MS) / 1000;
  other.send({ kind: 'publish', perSecond: PER_SECOND, count, name: MEASURED });
  await wait(PUBLISHING_MS);
  const waitMs = longestWaitMs(two.receivers, from, performance.now());
  // A slow machine needs longer for what waited for the limits. Without them, nothing is accepted before the host is resumed.
  await wait(SUSPENSION_MS - PUBLISHING_MS);
  const taken = [...other.taken.keys()].filter((tag) => tag.startsWith(MEASURED)).length;
  suspended.signal('SIGCONT');
  const end = await two.end();
  return { taken, waitMs, ...end };
}
