import { ServiceError } from '../../kernel/errors/service-error.ts';
import { createQueryReader } from '../../kernel/input/query-reader.ts';
import { WEBHOOK_TEST } from '../attempt/test-event.ts';
import { ALL_NOTIFICATIONS } from '../catalogue/kind-classes.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import type { HistoryQuery } from '../views/webhook-views.ts';
import { type HistoryOrder, type HistoryPosition, readCursor } from './history-cursor.ts';

/** A history query with checked values and defaults. */
export interface HistoryFilter extends HistoryOrder {
  readonly offset: number;
  readonly pageSize: number;
  /** The start of the page, instead of an offset. */
  readonly after: HistoryPosition | undefined;
  readonly kind: string | undefined;
  readonly includeGlobal: boolean;
  readonly includeUser: boolean;
  readonly succeeded: boolean | undefined;
  /** Only records of this webhook. */
  readonly webhookId?: number;
}

/** The sortable fields and the column of each. */
const SORT_COLUMNS = {
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  statusCode: 'statusCode',
  notificationType: 'kind',
  id: 'id',
} as const;

type SortField = keyof typeof SORT_COLUMNS;

const SORT_FIELDS = Object.keys(SORT_COLUMNS) as readonly SortField[];
const ORDERS = ['asc', 'desc'] as const;
const OUTCOMES = ['success', 'failure'] as const;
const BOOLEANS = ['true', 'false'] as const;

/**
 * Parses the query of GET /webhooks/history. Defaults: docs/reference/http/webhooks.md.
 *
 * @throws ServiceError `PARAMETER_INVALID` with all invalid parameters; `KIND_UNKNOWN`
 */
export function parseHistoryQuery(query: HistoryQuery, kinds: KindRegistry): HistoryFilter {
  const parameters = createQueryReader<keyof HistoryQuery>(query);
  const flag = (name: 'includeGlobal' | 'includeUser'): boolean | undefined => {
    const value = parameters.oneOf(name, BOOLEANS);
    return value === undefined ? undefined : value === 'true';
  };
  const sorting = {
    column: SORT_COLUMNS[parameters.oneOf('sortField', SORT_FIELDS) ?? 'createdAt'],
    order: parameters.oneOf('sortOrder', ORDERS) ?? 'desc',
  };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sorting);
  if (query.cursor !== undefined && !after) {
    parameters.addIssue('cursor', 'Must be the cursor of a page with the same sortField and sortOrder.');
  }
  const outcome = parameters.oneOf('successOrFailure', OUTCOMES);
  const filter = {
    ...sorting,
    after,
    offset: parameters.integer('offset', Number.MAX_SAFE_INTEGER, 0) ?? 0,
    pageSize: parameters.integer('pageSize', 1000) ?? 20,
    kind: query.notificationType === ALL_NOTIFICATIONS ? undefined : query.notificationType,
    includeGlobal: flag('includeGlobal') ?? false,
    includeUser: flag('includeUser') ?? true,
    succeeded: outcome === undefined ? undefined : outcome === 'success',
  };
  parameters.refuseInvalid();
  refuseUnknownKind(filter.kind, kinds);
  return filter;
}

function refuseUnknownKind(kind: string | undefined, kinds: KindRegistry): void {
  if (kind === undefined || kind === WEBHOOK_TEST || kinds.find(kind)) return;
  const message = `There is no notification kind ${JSON.stringify(kind)}: GET /webhooks/actions lists them.`;
  throw new ServiceError('KIND_UNKNOWN', message, {
    details: [{ path: 'notificationType', message: 'GET /webhooks/actions lists the kinds' }],
  });
}
