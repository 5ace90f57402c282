import { pagesOf } from '../../kernel/reads/pages-of.ts';
import type { AllTenantsOperations } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';

/** Returns the bytes of the payloads of events. */
export function payloadBytes(events: readonly Pick<OwnedRow<'events'>, 'payload'>[]): number {
  return events.reduce((sum, { payload }) => sum + payload.byteLength, 0);
}

/** Returns the bytes of the recorded responses of receivers, as JSON. */
export function responseBytes(attempts: readonly Pick<OwnedRow<'attempts'>, 'response'>[]): number {
  return attempts.reduce((sum, { response }) => sum + Buffer.byteLength(JSON.stringify(response)), 0);
}

/** Counts the stored bytes of a tenant. Reads all of its events and attempts. */
export async function readStoredBytes(store: Pick<AllTenantsOperations, 'find'>, tenant: string): Promise<number> {
  let bytes = 0;
  for await (const events of pagesOf(store, 'events', tenant)) bytes += payloadBytes(events);
  for await (const attempts of pagesOf(store, 'attempts', tenant)) bytes += responseBytes(attempts);
  return bytes;
}
