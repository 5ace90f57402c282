import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { DriftedObject } from '../views/drifted-object.ts';
import type { TimelineDrift, TimelineEvent } from './timeline-view.ts';

/** Maximum number of findings in an entry: the drift report has all of them. */
const MAX_FINDINGS = 20;

/** The cause of an entry. */
export interface TimelineCause {
  /** The principal of the request; null for the service itself. */
  readonly requestedBy: number | null;
  /** @default none, as for a validation */
  readonly operationId?: number | undefined;
}

/** The cause of what the service does by itself. */
export const BY_SERVICE: TimelineCause = { requestedBy: null };

/** Adds a change of status, in the transaction that changes it. */
export async function writeStatusEntry(
  transaction: Pick<StoreTransaction, 'insert'>,
  { id, status, statusReason, statusSince }: Row<'integrations'>,
  { from, event }: { readonly from: string | null; readonly event: TimelineEvent },
  { requestedBy, operationId }: TimelineCause,
): Promise<void> {
  await transaction.insert('timelineEntries', {
    integrationId: id,
    at: statusSince,
    event,
    fromStatus: from,
    status,
    reason: statusReason,
    operationId: operationId ?? null,
    requestedBy,
  });
}

/** Adds drift that appeared or disappeared, in the transaction that stores its report. */
export async function writeDriftEntry(
  transaction: Pick<StoreTransaction, 'insert'>,
  { id, status }: Pick<Row<'integrations'>, 'id' | 'status'>,
  observed: { readonly at: number; readonly drifted: boolean; readonly findings: readonly DriftedObject[] },
  { requestedBy }: TimelineCause,
): Promise<void> {
  const { at, drifted, findings } = observed;
  await transaction.insert('timelineEntries', {
    integrationId: id,
    at,
    event: (drifted ? 'drift-appeared' : 'drift-disappeared') satisfies TimelineEvent,
    status,
    requestedBy,
    drift: { total: findings.length, findings: findings.slice(0, MAX_FINDINGS) } satisfies TimelineDrift,
  });
}
