import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { StoreSupply } from '../kill-matrix/store-supply.ts';
import type { CrashPoint, ExpectedState } from './crash-points.ts';
import type { CrashTrigger } from './crash-trigger.ts';
import { findCorruption } from './find-corruption.ts';
import { findInvariantViolations } from './find-invariant-violations.ts';
import { createInitialState, createWebhook } from './initial-state.ts';
import { type OpenNode, openSuccessors } from './open-node.ts';
import { isIdle, pollUntil } from './poll-until.ts';
import { createReceiverLog, isSignedWith, type ReceiverLog } from './receiver-log.ts';
import { runWorkload } from './run-workload.ts';
import { FIRST_SECRET, NEW_SECRET } from './secrets.ts';
import type { NodeOrder, VictimOrder } from './victim-protocol.ts';
import type { Victim, Victims } from './victims.ts';

/** Dependencies of the kills. */
export interface Harness {
  readonly stores: StoreSupply;
  readonly victims: Victims;
}

const HOUR_MS = 3_600_000;
const LONG_MS = 40 * 24 * HOUR_MS;

/** Kills at one point, starts others on the store, and returns the problems afterwards. */
export async function runCrashPoint({ stores, victims }: Harness, point: CrashPoint): Promise<readonly string[]> {
  const store = await stores.next();
  const receiver = await createReceiverLog();
  const published: number[] = [];
  try {
    await createInitialState(store, point.before, receiver);
    const prunesAtOnce = point.before === 'old deliveries';
    const orderAfter = (deaths: number): NodeOrder => ({
      store,
      // A later process finds that the leases of the dead processes have expired.
      aheadMs: (prunesAtOnce ? LONG_MS : 0) + deaths * HOUR_MS,
      prunesAtOnce,
    });
    for (const [deaths, trigger] of point.triggers.entries()) {
      const victim = await victims.take();
      await killAt(
        victim,
        { ...orderAfter(deaths), workload: deaths === 0 ? point.workload : { kind: 'nothing' }, trigger },
        receiver,
      );
      published.push(...victim.published);
    }
    receiver.behave({ kind: 'responses', status: 200 });
    const violations = await runSuccessors(orderAfter(point.triggers.length), point, receiver, published);
    return [...violations, ...findCorruption(store)];
  } catch (error) {
    return [String(error)];
  } finally {
    await receiver.close();
  }
}

async function killAt(victim: Victim, order: VictimOrder & { readonly trigger: CrashTrigger }, receiver: ReceiverLog) {
  const { trigger, workload } = order;
  if (trigger.at === 'request') receiver.behave({ kind: 'waits', arrived: () => victim.signal('SIGKILL') });
  else if (workload.kind === 'notify' && workload.count > 1)
    receiver.behave({ kind: 'together', count: workload.count });
  victim.send(order);
  if (trigger.at === 'opening') {
    await victim.reported('opening');
    await wait(trigger.afterMs);
    victim.signal('SIGKILL');
  }
  await victim.killed;
}

/** Runs the successors of the dead processes. */
async function runSuccessors(
  order: NodeOrder,
  { before, afterwards, end }: CrashPoint,
  receiver: ReceiverLog,
  published: readonly number[],
): Promise<readonly string[]> {
  const nodes = await openSuccessors(order);
  const [first] = nodes;
  try {
    if (before === 'nothing') await createWebhook(first, receiver.url);
    if (afterwards) await runWorkload(first, afterwards);
    const { signedWith = 'first', ...counts } = end;
    await pollUntil(
      async () => isDeepStrictEqual(await countsOf(first, receiver), counts) && (await isIdle(first.store)),
    );
    const found = await countsOf(first, receiver);
    const last = receiver.copies.at(-1);
    const secret = signedWith === 'first' ? FIRST_SECRET : NEW_SECRET;
    return [
      ...(isDeepStrictEqual(found, counts) ? [] : [`${JSON.stringify(found)} instead of ${JSON.stringify(counts)}`]),
      ...(last === undefined || (await isSignedWith(last, secret)) ? [] : [`not signed with the ${signedWith} secret`]),
      ...(await findInvariantViolations(first.store, receiver, end.events === 0 ? [] : published)),
    ];
  } finally {
    for (const { portcullis } of nodes) await portcullis.close();
  }
}

async function countsOf({ store }: OpenNode, { copies }: ReceiverLog): Promise<Omit<ExpectedState, 'signedWith'>> {
  return {
    events: await store.count('events', {}),
    copies: copies.length,
    records: await store.count('attempts', {}),
    interrupted: await store.count('attempts', { errorPhase: 'interrupted' }),
  };
}
