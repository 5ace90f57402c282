import type { Match, StoreOperations } from '../../ports/store/store.ts';
import type { Principal } from '../../security/principals/principal.ts';
import { isAdmin } from '../../security/principals/require-permission.ts';
import { toListedRecordView } from '../views/history-record-view.ts';
import type { HistoryPageView } from '../views/webhook-views.ts';
import { behind, writeCursor } from './history-cursor.ts';
import type { HistoryFilter } from './history-filter.ts';

/** Reads one page of the history that a caller can see. */
export async function listHistory(
  store: StoreOperations,
  principal: Principal,
  filter: HistoryFilter,
): Promise<HistoryPageView> {
  const where = conditions(principal, filter);
  const { column, order, offset, pageSize, after } = filter;
  const found = await store.find('attempts', {
    where: after ? where.flatMap((condition) => behind(condition, after, filter)) : where,
    // The id orders equal records, so that each record is on exactly one page.
    orderBy:
      column === 'id'
        ? [['id', order]]
        : [
            [column, order],
            ['id', order],
          ],
    offset,
    // The additional record shows whether there is a next page.
    limit: pageSize + 1,
  });
  const attempts = found.slice(0, pageSize);
  const last = found.length > pageSize ? attempts.at(-1) : undefined;
  const payloads = await payloadsOf(store, [...new Set(attempts.map(({ eventId }) => eventId))]);
  const records = attempts.flatMap((attempt) => {
    const payload = payloads.get(attempt.eventId);
    return payload ? [toListedRecordView(attempt, payload)] : [];
  });
  const count = String(await store.count('attempts', where));
  return { count, records, ...(last ? { cursor: writeCursor(last, filter) } : {}) };
}

/** Personal and global records are separate queries; administrators see those of all owners. */
function conditions(principal: Principal, filter: HistoryFilter): readonly Match<'attempts'>[] {
  const common: Match<'attempts'> = {
    ...(isAdmin(principal) ? {} : { createdBy: principal.id }),
    ...(filter.kind === undefined ? {} : { kind: filter.kind }),
    ...(filter.webhookId === undefined ? {} : { webhookId: filter.webhookId }),
    ...(filter.succeeded === undefined ? {} : { succeeded: filter.succeeded }),
  };
  if (filter.includeUser && filter.includeGlobal) return [common];
  if (!filter.includeUser && !filter.includeGlobal) return [];
  return [{ ...common, global: filter.includeGlobal }];
}

async function payloadsOf(
  store: StoreOperations,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  if (eventIds.length === 0) return new Map();
  const events = await store.find('events', { where: { id: { in: eventIds } } });
  return new Map(events.map(({ id, payload }) => [id, payload]));
}
