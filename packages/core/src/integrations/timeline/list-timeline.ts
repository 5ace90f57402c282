import { readIdPage } from '../../kernel/input/id-page.ts';
import { createQueryReader } from '../../kernel/input/query-reader.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import type { TimelineDrift, TimelineEntryView, TimelineEvent, TimelineQuery } from './timeline-view.ts';

/**
 * Reads one page of the timeline of an integration.
 *
 * @throws ServiceError `PARAMETER_INVALID` with all wrong parameters.
 */
export async function listTimeline(
  store: StoreOperations,
  integrationId: number,
  query: TimelineQuery,
): Promise<readonly TimelineEntryView[]> {
  const parameters = createQueryReader(query);
  const { where, orderBy, limit } = readIdPage(parameters);
  parameters.refuseInvalid();
  const entries = await store.find('timelineEntries', { where: { integrationId, ...where }, orderBy, limit });
  const kinds = await kindsOf(store, entries);
  return entries.map((entry) => toView(entry, kinds));
}

/** Returns the kinds of the operations of entries, by id. */
async function kindsOf(
  store: StoreOperations,
  entries: readonly Row<'timelineEntries'>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(entries.flatMap(({ operationId }) => operationId ?? []));
  const operations = ids.size === 0 ? [] : await store.find('operations', { where: { id: { in: [...ids] } } });
  return new Map(operations.map(({ id, kind }) => [id, kind]));
}

function toView(entry: Row<'timelineEntries'>, kinds: ReadonlyMap<number, string>): TimelineEntryView {
  const { id, at, event, fromStatus, status, reason, operationId, requestedBy, drift } = entry;
  const kind = operationId === null ? undefined : kinds.get(operationId);
  return {
    id,
    at: isoTime(at),
    event: event as TimelineEvent,
    ...(fromStatus !== null && { from: fromStatus as IntegrationStatus }),
    status: status as IntegrationStatus,
    ...(reason !== null && { reason }),
    ...(operationId !== null && kind !== undefined && { operation: { id: operationId, kind } }),
    ...(requestedBy !== null && { requestedBy }),
    ...(drift !== null && { drift: drift as TimelineDrift }),
  };
}
