import { type InputIssue, ServiceError } from '../../kernel/errors/service-error.ts';
import { asSentence } from '../../kernel/input/as-sentence.ts';
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

const OUTCOMES = { success: true, failure: false } as const;
const ORDERS = { asc: 'asc', desc: 'desc' } as const;
const BOOLEANS = { true: true, false: false } as const;

/**
 * Parses the query of GET /webhooks/history. Defaults: docs/reference/http/webhooks.md.
 *
 * @throws ServiceError `PARAMETER_INVALID` with all invalid parameters; `KIND_UNKNOWN`
 */
export function parseHistoryQuery(query: HistoryQuery, kinds: KindRegistry): HistoryFilter {
  const issues: InputIssue[] = [];
  const integer = (name: keyof HistoryQuery, preset: number, least: number, most: number): number => {
    const value = query[name];
    if (value === undefined) return preset;
    const number = /^\d{1,16}$/.test(String(value)) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    issues.push({ path: name, message: `must be a whole number from ${least} to ${most}` });
    return preset;
  };
  const oneOf = <Value>(name: keyof HistoryQuery, preset: string, values: Readonly<Record<string, Value>>): Value => {
    const value = String(query[name] ?? preset);
    if (!Object.hasOwn(values, value)) {
      issues.push({ path: name, message: `must be one of ${Object.keys(values).join(', ')}` });
    }
    return values[value] as Value;
  };

  const sorting = {
    column: oneOf('sortField', 'createdAt', SORT_COLUMNS),
    order: oneOf('sortOrder', 'desc', ORDERS),
  };
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sorting);
  if (query.cursor !== undefined && !after) {
    issues.push({ path: 'cursor', message: 'must be the cursor of a page with the same sortField and sortOrder' });
  }

  const filter = {
    ...sorting,
    after,
    offset: integer('offset', 0, 0, Number.MAX_SAFE_INTEGER),
    pageSize: integer('pageSize', 20, 1, 1000),
    kind: query.notificationType === ALL_NOTIFICATIONS ? undefined : query.notificationType,
    includeGlobal: oneOf('includeGlobal', 'false', BOOLEANS),
    includeUser: oneOf('includeUser', 'true', BOOLEANS),
    succeeded: query.successOrFailure === undefined ? undefined : oneOf('successOrFailure', '', OUTCOMES),
  };
  if (issues.length > 0) throw invalidParameters(issues);
  if (filter.kind !== undefined && filter.kind !== WEBHOOK_TEST && !kinds.find(filter.kind)) {
    throw new ServiceError(
      'KIND_UNKNOWN',
      `There is no notification kind ${JSON.stringify(filter.kind)}: GET /webhooks/actions lists them.`,
      {
        details: [{ path: 'notificationType', message: 'GET /webhooks/actions lists the kinds' }],
      },
    );
  }
  return filter;
}

function invalidParameters(issues: readonly InputIssue[]): ServiceError {
  const text = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new ServiceError('PARAMETER_INVALID', `The query is not valid: ${asSentence(text)}`, { details: issues });
}
