import { type Clock, createSystemClock } from '@portcullis/core';
import type { StoreSupply } from '../kill-matrix/store-supply.ts';
import { findCorruption } from './find-corruption.ts';
import { findInvariantViolations } from './find-invariant-violations.ts';
import { createWebhook } from './initial-state.ts';
import { type OpenNode, openNode } from './open-node.ts';
import { isIdle, pollUntil } from './poll-until.ts';
import { createReceiverLog } from './receiver-log.ts';

/** The outcome of a clock that is moved forward and back under load. */
export interface ClockSteps {
  readonly deliveries: number;
  readonly copies: number;
  readonly records: number;
  /** From a publication to the last copy of its delivery, by a clock that was not changed. */
  readonly longestMs: number;
  readonly failures: readonly string[];
}

const HOUR_MS = 3_600_000;
const RESPONSE_MS = 50;
/** Much longer than the first wait of the standard schedule, and much shorter than the step. */
const MAX_WAIT_MS = 60_000;

/**
 * Publications, and the event that follows them. There are enough concurrent ones that deliveries wait at each step.
 */
const STEPS = [
  { count: 50, next: 'ahead' },
  { count: 50, next: 'refuses' },
  { count: 50, next: 'back' },
  { count: 50, next: 'end' },
] as const;
/** Requests that are refused while the clock is ahead. */
const REFUSED = 5;

/**
 * Publishes faster than its receiver responds, moves the clock of all nodes forward by an hour and back again while the
 * receiver refuses some requests, and measures the duration of each delivery in the receiver's own log.
 */
export async function runClockSteps(stores: StoreSupply): Promise<ClockSteps> {
  const order = { store: await stores.next(), aheadMs: 0, defaults: true };
  const receiver = await createReceiverLog();
  const system = createSystemClock();
  let aheadMs = 0;
  const clock: Clock = { ...system, now: () => system.now() + aheadMs };
  const nodes: OpenNode[] = [];
  try {
    for (let left = stores.kind === 'sqlite' ? 1 : 2; left > 0; left -= 1) {
      nodes.push(await openNode(order, undefined, clock));
    }
    const [first] = nodes as [OpenNode];
    await createWebhook(first, receiver.url);
    receiver.behave({ kind: 'responses', status: 200, afterMs: RESPONSE_MS });
    const publishedAt = new Map<number, number>();
    const underWay: Promise<void>[] = [];
    let number = 0;
    const publish = async (): Promise<void> => {
      number += 1;
      const node = nodes[number % nodes.length] ?? first;
      const at = performance.now();
      const metadata = { tagName: `tag ${number}` };
      publishedAt.set((await node.portcullis.notifications.notify({ kind: 'tagCreated', metadata })).eventId, at);
    };
    for (const { count, next } of STEPS) {
      underWay.push(...Array.from({ length: count }, publish));
      await Promise.all(underWay);
      if (next === 'ahead') aheadMs = HOUR_MS;
      if (next === 'back') aheadMs = 0;
      if (next !== 'refuses') continue;
      const before = receiver.copies.length;
      receiver.behave({ kind: 'responses', status: 404, afterMs: RESPONSE_MS });
      await pollUntil(async () => receiver.copies.length >= before + REFUSED);
      receiver.behave({ kind: 'responses', status: 200, afterMs: RESPONSE_MS });
    }
    const { store } = first;
    await pollUntil(() => isIdle(store));
    const publicIds = new Map((await store.find('events')).map(({ id, publicId }) => [`${publicId}_1`, id]));
    const waits = receiver.times.map(({ id, arrivedAt }) => arrivedAt - publishedAtOf(publicIds.get(id), publishedAt));
    const longestMs = Math.max(...waits);
    const records = await store.count('attempts', {});
    const failures = [
      ...(await findInvariantViolations(store, receiver, [...publishedAt.keys()])),
      ...(longestMs > MAX_WAIT_MS ? [`a delivery took ${Math.round(longestMs)} ms`] : []),
      ...(records === receiver.copies.length ? [] : [`${receiver.copies.length} requests and ${records} records`]),
      ...(records > publishedAt.size ? [] : ['the receiver refused nothing']),
    ];
    const counts = { deliveries: publishedAt.size, copies: receiver.copies.length, records, longestMs };
    for (const { portcullis } of nodes.splice(0)) await portcullis.close();
    return { ...counts, failures: [...failures, ...findCorruption(order.store)] };
  } catch (error) {
    return { deliveries: 0, copies: 0, records: 0, longestMs: 0, failures: [String(error)] };
  } finally {
    for (const { portcullis } of nodes) await portcullis.close();
    await receiver.close();
  }
}

function publishedAtOf(eventId: number | undefined, times: ReadonlyMap<number, number>): number {
  return (eventId === undefined ? undefined : times.get(eventId)) ?? Number.NEGATIVE_INFINITY;
}
