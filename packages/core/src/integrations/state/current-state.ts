import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { BUSY_STATUSES } from '../lifecycle/lifecycle.ts';

/** Seconds after which a request for a busy integration can be repeated. */
const RETRY_AFTER_SECONDS = 5;

/** The state and the current operation of an integration, for a refusal. */
export interface CurrentState {
  readonly isBusy: boolean;
  /** The predicate of a sentence about the integration: "has been editing since …". */
  readonly text: string;
  readonly details: {
    readonly status: string;
    /** ISO 8601. */
    readonly since: string;
    /** The operation that runs; absent if none does. */
    readonly operationId?: number;
    readonly operation?: string;
  };
  /** Set while it is busy. */
  readonly retryAfter: { readonly retryAfterSeconds?: number };
}

/** Returns the status of an integration, its start, and the operation that runs on it. */
export async function currentState(store: StoreOperations, record: Row<'integrations'>): Promise<CurrentState> {
  const isBusy = BUSY_STATUSES.includes(record.status as IntegrationStatus);
  const where = { integrationId: record.id, status: 'running' };
  const [running] = isBusy ? await store.find('operations', { where, orderBy: [['id', 'desc']], limit: 1 }) : [];
  const since = isoTime(running?.startedAt ?? record.statusSince);
  return {
    isBusy,
    text: `has been ${record.status} since ${since}${running ? ` (operation ${running.id}, ${running.kind})` : ''}`,
    details: {
      status: record.status,
      since,
      ...(running ? { operationId: running.id, operation: running.kind } : {}),
    },
    retryAfter: isBusy ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {},
  };
}
