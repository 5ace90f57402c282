import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { Lease } from '../endpoint-queues/lease.ts';
import type { EndpointClaim } from './claim-endpoints.ts';

/** Writes the endpoint queues of claims: one statement for all with the same change, as after an event for many webhooks. */
export async function writeEndpointQueues(
  transaction: AllTenantsTransaction,
  claims: readonly EndpointClaim[],
): Promise<void> {
  const alike = Map.groupBy(claims, ({ endpointQueue }) => JSON.stringify(endpointQueue));
  const writes = [...alike.values()].map((group) => {
    const [{ endpointQueue }] = group as [EndpointClaim];
    if (Object.keys(endpointQueue).length === 0) return undefined;
    return transaction.update(
      'endpointQueues',
      { webhookId: { in: group.map(({ webhook }) => webhook.id) } },
      endpointQueue,
    );
  });
  await Promise.all(writes);
}

/** Leases the claimed deliveries, which the transaction has locked, and reads their events. */
export async function leaseDeliveries(
  transaction: AllTenantsTransaction,
  claims: readonly EndpointClaim[],
): Promise<ReadonlyMap<number, OwnedRow<'events'>>> {
  const due = claims.flatMap((claim) => claim.due);
  if (due.length === 0) return new Map();
  const eventIds = [...new Set(due.map(({ eventId }) => eventId))];
  // One statement for all leases that end at the same time, which are those of tenants with the same deadline.
  const writes = [...Map.groupBy(claims, ({ lease }) => lease.until)].map(([leaseUntil, alike]) =>
    transaction.update(
      'deliveries',
      { id: { in: alike.flatMap((claim) => claim.due.map(({ id }) => id)) } },
      {
        status: 'leased',
        attempts: { increment: 1 },
        leaseOwner: alike[0]?.lease.owner ?? null,
        leaseGeneration: { increment: 1 },
        leaseUntil,
      },
    ),
  );
  const [events] = await Promise.all([transaction.find('events', { where: { id: { in: eventIds } } }), ...writes]);
  return new Map(events.map((event) => [event.id, event]));
}

/** Returns a delivery as {@link leaseDeliveries} stores it. */
export function leased(row: OwnedRow<'deliveries'>, { owner, until }: Lease): OwnedRow<'deliveries'> {
  return {
    ...row,
    status: 'leased',
    attempts: row.attempts + 1,
    leaseOwner: owner,
    leaseGeneration: row.leaseGeneration + 1,
    leaseUntil: until,
  };
}
