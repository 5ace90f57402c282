import type { AllTenantsTransaction, Patch } from '../../ports/store/store.ts';
import type { Decision } from '../attempt/retry-schedule/decide.ts';
import type { EndedDelivery } from './ended-delivery.ts';

/** An ended delivery and its next step. */
export interface DecidedDelivery extends EndedDelivery {
  readonly decision: Decision;
}

/** The same end of several deliveries. */
interface CommonEnd {
  readonly ids: number[];
  readonly leaseGeneration: number;
  readonly patch: Patch<'deliveries'> & { readonly status: string; readonly doneAt: number };
}

/**
 * Writes the ends of deliveries. Returns the ids of those whose lease is still the one of their attempt; the rows of
 * deliveries to retry are locked.
 */
export async function writeEnds(
  transaction: AllTenantsTransaction,
  deliveries: readonly DecidedDelivery[],
  now: number,
): Promise<ReadonlySet<number>> {
  const held = await Promise.all([
    ...endsOf(deliveries, now).map((end) => writeEnd(transaction, end)),
    stillHeld(transaction, deliveries.filter(isRetried)),
  ]);
  return new Set(held.flat());
}

/** Groups deliveries with the same end, each of which is written with one statement. */
function endsOf(deliveries: readonly DecidedDelivery[], now: number): readonly CommonEnd[] {
  const alike = new Map<string, CommonEnd>();
  for (const { claimed, attempt, decision } of deliveries.filter((delivery) => !isRetried(delivery))) {
    const { id, leaseGeneration } = claimed.delivery;
    const status = decision.kind === 'succeeded' ? 'succeeded' : 'exhausted';
    const lastStatusCode = attempt.outcome.kind === 'response' ? attempt.outcome.statusCode : null;
    const key = `${status} ${lastStatusCode} ${leaseGeneration}`;
    const known = alike.get(key);
    if (known) known.ids.push(id);
    else {
      const patch = { status, lastStatusCode, doneAt: now, leaseOwner: null, leaseUntil: null };
      alike.set(key, { ids: [id], leaseGeneration, patch });
    }
  }
  return [...alike.values()];
}

/** Returns the ids of the deliveries that were still leased. Reads them only if some were not. */
async function writeEnd(
  transaction: AllTenantsTransaction,
  { ids, leaseGeneration, patch }: CommonEnd,
): Promise<readonly number[]> {
  const where = { id: { in: ids }, leaseGeneration };
  const written = await transaction.update('deliveries', { ...where, status: 'leased' }, patch);
  if (written === ids.length) return ids;
  if (written === 0) return [];
  const { status, doneAt } = patch;
  return (await transaction.find('deliveries', { where: { ...where, status, doneAt } })).map(({ id }) => id);
}

/** Returns the deliveries whose lease is still the one of their attempt; their rows are locked. */
async function stillHeld(
  transaction: AllTenantsTransaction,
  deliveries: readonly EndedDelivery[],
): Promise<readonly number[]> {
  if (deliveries.length === 0) return [];
  const rows = await transaction.find('deliveries', {
    where: { id: { in: deliveries.map(({ claimed }) => claimed.delivery.id) }, status: 'leased' },
    orderBy: [['id', 'asc']],
    lock: 'update',
  });
  const generations = new Map(rows.map(({ id, leaseGeneration }) => [id, leaseGeneration]));
  return deliveries
    .map(({ claimed }) => claimed.delivery)
    .filter(({ id, leaseGeneration }) => generations.get(id) === leaseGeneration)
    .map(({ id }) => id);
}

function isRetried({ decision }: DecidedDelivery): boolean {
  return decision.kind === 'retry' || decision.kind === 'released';
}
