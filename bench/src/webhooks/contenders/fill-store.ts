import { randomUUID } from 'node:crypto';
import type { StoreTransaction, TenantStore } from '@portcullis/core';
import { endpointOf } from './deliveries.ts';
import { kindOf, payloadOf } from './portcullis-payload.ts';

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
  store: TenantStore,
  webhookIds: readonly number[],
  { first, count }: Range,
): Promise<void> {
  for (let done = 0; done < count; done += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - done) }, (_, index) => first + done + index);
    await store.transaction((transaction) => fillChunk(transaction, webhookIds, numbers));
  }
}

async function fillChunk(
  transaction: StoreTransaction,
  webhookIds: readonly number[],
  numbers: readonly number[],
): Promise<void> {
  const now = Date.now();
  const events = await transaction.insertAbsent(
    'events',
    numbers.map((number) => ({
      publicId: `evt_${randomUUID()}`,
      kind: kindOf(endpointOf(number, webhookIds.length)),
      payload: storedPayload(number, webhookIds.length),
      createdAt: now,
    })),
  );
  const addressed = events.map((event, index) => {
    const endpoint = endpointOf(numbers[index] ?? 0, webhookIds.length);
    return { eventId: event.id, endpoint, webhookId: webhookIds[endpoint] ?? 0 };
  });
  await transaction.insertAbsent(
    'deliveries',
    addressed.map(({ eventId, endpoint, webhookId }) => ({
      eventId,
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

async function addPending(transaction: StoreTransaction, webhookIds: readonly number[], now: number): Promise<void> {
  const counts = new Map<number, number>();
  for (const id of webhookIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  const alike = Map.groupBy(counts, ([, count]) => count);
  for (const [count, endpointQueues] of alike) {
    const where = { webhookId: { in: endpointQueues.map(([id]) => id) } };
    await transaction.update('endpointQueues', where, { pending: { increment: count }, nextDueAt: now });
  }
}

function storedPayload(number: number, endpoints: number): Uint8Array {
  const { text, metadata } = payloadOf(number);
  const notificationType = kindOf(endpointOf(number, endpoints));
  return Buffer.from(JSON.stringify({ text, metadata: { ...metadata, notificationType } }), 'utf8');
}
