import { randomUUID } from 'node:crypto';
import type { AllTenantsStore, AllTenantsTransaction } from '@portcullis/core';
import { endpointOf } from './deliveries.ts';
import { payloadOf } from './portcullis-payload.ts';

/** An endpoint whose queue is filled. */
export interface FilledEndpoint {
  readonly webhookId: number;
  readonly tenant: string;
  readonly kind: string;
}

/** A range of deliveries. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

const CHUNK = 500;

/**
 * Writes the rows that this number of `notify` calls would write, one delivery each, in few transactions. Wakes no
 * process.
 */
export async function fillStore(
  store: AllTenantsStore,
  endpoints: readonly FilledEndpoint[],
  { first, count }: Range,
): Promise<void> {
  for (let done = 0; done < count; done += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - done) }, (_, index) => first + done + index);
    await store.transaction((transaction) => fillChunk(transaction, endpoints, numbers));
  }
}

async function fillChunk(
  transaction: AllTenantsTransaction,
  endpoints: readonly FilledEndpoint[],
  numbers: readonly number[],
): Promise<void> {
  const now = Date.now();
  const addressed = numbers.map((number) => {
    const endpoint = endpointOf(number, endpoints.length);
    return { number, endpoint, ...(endpoints[endpoint] as FilledEndpoint) };
  });
  const events = await transaction.insertOwned(
    'events',
    addressed.map(({ number, tenant, kind }) => ({
      tenant,
      publicId: `evt_${randomUUID()}`,
      kind,
      payload: storedPayload(number, kind),
      createdAt: now,
    })),
  );
  await transaction.insertOwned(
    'deliveries',
    addressed.map(({ tenant, endpoint, webhookId }, index) => ({
      tenant,
      eventId: events[index]?.id ?? 0,
      webhookId,
      webhookName: `Endpoint ${endpoint}`,
      status: 'pending',
      attempts: 0,
      attemptsBefore: 0,
      dueAt: now,
      leaseGeneration: 0,
      createdAt: now,
    })),
  );
  await addPending(
    transaction,
    addressed.map(({ webhookId }) => webhookId),
    now,
  );
}

async function addPending(
  transaction: AllTenantsTransaction,
  webhookIds: readonly number[],
  now: number,
): Promise<void> {
  const counts = new Map<number, number>();
  for (const id of webhookIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  const alike = Map.groupBy(counts, ([, count]) => count);
  for (const [count, endpointQueues] of alike) {
    const where = { webhookId: { in: endpointQueues.map(([id]) => id) } };
    await transaction.update('endpointQueues', where, { pending: { increment: count }, nextDueAt: now });
  }
}

function storedPayload(number: number, kind: string): Uint8Array {
  const { text, metadata } = payloadOf(number);
  return Buffer.from(JSON.stringify({ text, metadata: { ...metadata, notificationType: kind } }), 'utf8');
}
