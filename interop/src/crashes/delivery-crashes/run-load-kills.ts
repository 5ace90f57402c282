import { createFakeRandom } from '@portcullis/testing';
import type { OpenDeployment } from './deployments.ts';
import { findCorruption } from './find-corruption.ts';
import { findInvariantViolations } from './find-invariant-violations.ts';
import { createWebhook } from './initial-state.ts';
import { killAfter, killRound } from './kill-after.ts';
import { type OpenNode, openNode, openSuccessors } from './open-node.ts';
import { isIdle, pollUntil } from './poll-until.ts';
import { type CopyTimes, createReceiverLog, type ReceiverLog } from './receiver-log.ts';
import type { Harness } from './run-crash-point.ts';

/** The outcome of kills under load. */
export interface LoadKills {
  readonly kills: number;
  readonly deliveries: number;
  /** Requests beyond the first of each delivery. */
  readonly duplicates: number;
  /** The duplicates whose earlier copy had been answered: the sender died before it recorded the response. */
  readonly unrecorded: number;
  /** Attempts that were interrupted before the receiver had their request. */
  readonly unsent: number;
  /** From the start of the last nodes until no delivery waited, in milliseconds. */
  readonly drainedMs: number;
  readonly failures: readonly string[];
}

const WEBHOOKS = 4;
/** Maximum number of notifications per second of one process. Each is sent to every webhook. */
const MAX_PER_SECOND = 125;
const RESPONSE_MS = 5;
/** Milliseconds around a kill within which a request or a response counts as in flight. */
const CLOSE_MS = 2;
const MIN_LIFE_MS = 300;
const MAX_LIFE_MS = 2000;
/** The maximum wait for the end: longer than the second wait of the standard schedule. */
const TIMEOUT_MS = 400_000;

/**
 * Starts hosts with default options on one store that publish up to 500 deliveries per second, one at a time or two if
 * the store can be shared, and kills each at a random moment. No clock is ahead: leases expire in real time.
 */
export async function runLoadKills(
  { stores, victims }: Harness,
  mode: OpenDeployment['order'],
  kills: number,
  seed: number,
): Promise<LoadKills> {
  const store = await stores.next();
  const order = { store, aheadMs: 0, defaults: true, ...mode };
  const receiver = await createReceiverLog();
  const random = createFakeRandom(seed);
  const published: number[] = [];
  const killedAt: number[] = [];

  const killOne = async (): Promise<void> => {
    const victim = await victims.take();
    const perSecond = MAX_PER_SECOND * (0.2 + 0.8 * random.fraction());
    victim.send({ ...order, workload: { kind: 'publish', perSecond } });
    await victim.reported('published');
    killedAt.push(await killAfter(victim, MIN_LIFE_MS + random.fraction() * (MAX_LIFE_MS - MIN_LIFE_MS)));
    published.push(...victim.published);
  };

  try {
    await prepareWebhooks(order, receiver.url);
    receiver.behave({ kind: 'responses', status: 200, afterMs: RESPONSE_MS });
    while (killedAt.length < kills) {
      await killRound(store.kind, kills - killedAt.length, killOne);
    }
    const startedAt = performance.now();
    const nodes = await openSuccessors(order);
    const [first] = nodes;
    await pollUntil(() => isIdle(first.store), TIMEOUT_MS);
    const drainedMs = performance.now() - startedAt;
    const counts = await countsOf(first, receiver, killedAt);
    const failures = await findInvariantViolations(first.store, receiver, published);
    for (const { portcullis } of nodes) await portcullis.close();
    return { kills: killedAt.length, ...counts, drainedMs, failures: [...failures, ...findCorruption(store)] };
  } catch (error) {
    return {
      kills: killedAt.length,
      deliveries: 0,
      duplicates: 0,
      unrecorded: 0,
      unsent: 0,
      drainedMs: 0,
      failures: [String(error)],
    };
  } finally {
    await receiver.close();
  }
}

async function prepareWebhooks(order: Parameters<typeof openNode>[0], url: string): Promise<void> {
  const { inThread: _, ...plain } = order;
  const node = await openNode(plain);
  await createWebhook(node, url, WEBHOOKS);
  await node.portcullis.close();
}

async function countsOf(
  { store }: OpenNode,
  { times }: ReceiverLog,
  killedAt: readonly number[],
): Promise<Pick<LoadKills, 'deliveries' | 'duplicates' | 'unrecorded' | 'unsent'>> {
  const wasCutOff = ({ arrivedAt, respondedAt = Number.POSITIVE_INFINITY }: CopyTimes): boolean =>
    killedAt.some((at) => at >= arrivedAt - CLOSE_MS && at <= respondedAt + CLOSE_MS);
  const repeated = [...Map.groupBy(times, ({ id }) => id).values()].flatMap((copies) => copies.slice(0, -1));
  const deliveries = await store.count('deliveries', {});
  const interrupted = await store.count('attempts', { errorPhase: 'interrupted' });
  return {
    deliveries,
    duplicates: repeated.length,
    unrecorded: repeated.filter((copy) => !wasCutOff(copy)).length,
    unsent: interrupted - repeated.length,
  };
}
