import type { AllTenantsTransaction } from '../../../ports/store/store.ts';

/** The statuses of deliveries that may still be sent. */
const ALIVE = ['pending', 'leased', 'held'] as const;

/**
 * Maximum number of rows in one query. An event of a tenant with thousands of webhooks has as many deliveries, and each of its failures
 * has a record with its response.
 */
const LIMIT = 500;

/** Returns the events, among some, that have a record or a delivery that may still be sent. */
export async function eventsInUse(
  transaction: AllTenantsTransaction,
  eventIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const recorded = await findAll(eventIds, (rest) =>
    transaction.find('attempts', {
      where: { eventId: { in: rest } },
      orderBy: [
        ['eventId', 'asc'],
        ['id', 'asc'],
      ],
      limit: LIMIT,
    }),
  );
  const waiting = await findAll(
    eventIds.filter((id) => !recorded.has(id)),
    (rest) =>
      transaction.find('deliveries', {
        where: { eventId: { in: rest }, status: { in: [...ALIVE] } },
        orderBy: [
          ['eventId', 'asc'],
          ['webhookId', 'asc'],
        ],
        limit: LIMIT,
      }),
  );
  return new Set([...recorded, ...waiting]);
}

/** Returns the events of all rows. Each query is for the events that no earlier one has found. */
async function findAll(
  eventIds: readonly number[],
  find: (rest: readonly number[]) => Promise<readonly { readonly eventId: number }[]>,
): Promise<Set<number>> {
  const found = new Set<number>();
  for (let rest = eventIds; rest.length > 0; rest = rest.filter((id) => !found.has(id))) {
    const rows = await find(rest);
    for (const { eventId } of rows) found.add(eventId);
    if (rows.length < LIMIT) break;
  }
  return found;
}
