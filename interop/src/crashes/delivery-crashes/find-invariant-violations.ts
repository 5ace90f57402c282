import type { Store } from '@portcullis/core';
import { idOf, isSignedWith, type ReceiverLog } from './receiver-log.ts';
import { FIRST_SECRET, NEW_SECRET } from './secrets.ts';

/**
 * Returns the invariants that are violated after a kill at any point, once nothing is due any more: nothing is lost,
 * nothing is left half done, and copies are copies. One line for each violation.
 *
 * @param published - events that a process reported as published.
 */
export async function findInvariantViolations(
  store: Store,
  receiver: ReceiverLog,
  published: readonly number[],
): Promise<readonly string[]> {
  return [...(await violationsOfRows(store, published)), ...(await violationsOfCopies(store, receiver))];
}

async function violationsOfRows(store: Store, published: readonly number[]): Promise<readonly string[]> {
  const [events, deliveries, attempts, endpointQueues] = await Promise.all([
    store.find('events'),
    store.find('deliveries'),
    store.find('attempts'),
    store.find('endpointQueues'),
  ]);
  const known = new Set(events.map(({ id }) => id));
  const made = Map.groupBy(
    attempts.filter(({ trigger, details }) => trigger === 'automatic' && details.late !== true),
    ({ deliveryId }) => deliveryId,
  );
  const addressed = new Set(deliveries.map(({ eventId }) => eventId));
  return [
    ...deliveries.filter(({ status }) => status !== 'succeeded').map(({ id, status }) => `delivery ${id} is ${status}`),
    ...deliveries
      .filter(({ id, attempts: count }) => (made.get(id)?.length ?? 0) !== count)
      .map(({ id, attempts: count }) => `delivery ${id} counts ${count} attempts and has ${made.get(id)?.length ?? 0}`),
    ...attempts
      .filter(({ errorPhase, details }) => errorPhase === 'interrupted' && details.late === true)
      .map(({ id, deliveryId }) => `record ${id} repeats that an attempt of delivery ${deliveryId} was interrupted`),
    ...endpointQueues
      .map((endpointQueue) => ({
        ...endpointQueue,
        waiting: endpointQueue.pending + endpointQueue.overflow + endpointQueue.recovering + endpointQueue.held,
      }))
      .filter(({ waiting, nextDueAt }) => waiting !== 0 || nextDueAt !== null)
      .map(
        ({ webhookId, waiting, nextDueAt }) =>
          `endpoint queue ${webhookId} counts ${waiting} and is due at ${nextDueAt}`,
      ),
    ...[...attempts, ...deliveries]
      .filter(({ eventId }) => !known.has(eventId))
      .map(({ id, eventId }) => `row ${id} is about event ${eventId}, which is gone`),
    ...events.filter(({ id }) => !addressed.has(id)).map(({ id }) => `event ${id} has no delivery`),
    ...published.filter((id) => !known.has(id)).map((id) => `event ${id} was published and is gone`),
  ];
}

async function violationsOfCopies(store: Store, { copies }: ReceiverLog): Promise<readonly string[]> {
  const events = new Map((await store.find('events')).map(({ id, publicId }) => [id, publicId]));
  const arrived = Map.groupBy(copies, idOf);
  const lost = (await store.find('deliveries')).filter(
    ({ eventId, webhookId }) => !arrived.has(`${events.get(eventId)}_${webhookId}`),
  );
  const unlike = [...arrived].filter(([, alike]) => new Set(alike.map(({ body }) => body.toString('latin1'))).size > 1);
  const unsigned = await Promise.all(
    copies.map(async (copy) => !(await isSignedWith(copy, FIRST_SECRET)) && !(await isSignedWith(copy, NEW_SECRET))),
  );
  return [
    ...lost.map(({ id }) => `delivery ${id} never arrived`),
    ...unlike.map(([id]) => `the copies of ${id} differ`),
    ...copies.filter((_, index) => unsigned[index]).map((copy) => `a copy of ${idOf(copy)} has no valid signature`),
  ];
}
