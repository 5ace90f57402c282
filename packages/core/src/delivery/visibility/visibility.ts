import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Principal } from '../../security/principals/principal.ts';
import { isAdmin } from '../../security/principals/require-permission.ts';

/** Administrators see all webhooks, other callers only their own. Source: docs/security/permissions.md. */
function maySee(principal: Principal, { createdBy }: { readonly createdBy: number }): boolean {
  return createdBy === principal.id || isAdmin(principal);
}

/**
 * Reads a webhook for a caller.
 *
 * @throws ServiceError `WEBHOOK_NOT_FOUND` when there is none, it was deleted, or the caller may not see it.
 */
export async function visibleWebhook(
  store: StoreOperations,
  principal: Principal,
  id: number,
): Promise<Row<'webhooks'>> {
  const [webhook] = await findById(store, 'webhooks', id);
  if (!webhook || webhook.state === 'deleted' || !maySee(principal, webhook)) throw webhookNotFound(id);
  return webhook;
}

/** The error for a webhook that does not exist for the caller. */
export function webhookNotFound(id: number): ServiceError {
  return new ServiceError(
    'WEBHOOK_NOT_FOUND',
    `You have no webhook ${id}: GET /webhooks lists those that you can see.`,
    { details: { id: String(id) } },
  );
}

/**
 * Reads a history record for a caller.
 *
 * @throws ServiceError `HISTORY_RECORD_NOT_FOUND` when there is none, or the caller may not see it.
 */
export async function visibleRecord(
  store: StoreOperations,
  principal: Principal,
  id: number,
): Promise<Row<'attempts'>> {
  const [record] = await findById(store, 'attempts', id);
  if (record && maySee(principal, record)) return record;
  throw recordNotFound(id);
}

/** The error for a history record that does not exist for the caller. */
export function recordNotFound(id: number): ServiceError {
  return new ServiceError(
    'HISTORY_RECORD_NOT_FOUND',
    `You have no history record ${id}: GET /webhooks/history lists those that you can see.`,
    { details: { id: String(id) } },
  );
}

/** Ids come from callers, so an invalid id is not looked up. */
async function findById<Table extends 'webhooks' | 'attempts'>(
  store: StoreOperations,
  table: Table,
  id: number,
): Promise<readonly Row<Table>[]> {
  if (!Number.isSafeInteger(id) || id < 1) return [];
  return store.find<'webhooks' | 'attempts'>(table, { where: { id } }) as Promise<readonly Row<Table>[]>;
}
