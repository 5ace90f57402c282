import type { InputIssue } from '../../kernel/errors/service-error.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { OperationsQuery, OperationView } from '../views/integration-views.ts';
import { toOperationView } from './operation-view.ts';
import { OPERATION_KINDS, OPERATION_STATUSES } from './operations.ts';

const ORDERS = ['asc', 'desc'] as const;

/**
 * Reads one page of the operations of an integration, each with its journal.
 *
 * @throws ServiceError `PARAMETER_INVALID` with all wrong parameters.
 */
export async function listOperations(
  store: StoreOperations,
  integrationId: number,
  query: OperationsQuery,
): Promise<readonly OperationView[]> {
  const { kind, status, order, after, pageSize } = parse(query);
  const operations = await store.find('operations', {
    where: {
      integrationId,
      ...(kind === undefined ? {} : { kind }),
      ...(status === undefined ? {} : { status }),
      ...(after === undefined ? {} : { id: order === 'asc' ? { gt: after } : { lt: after } }),
    },
    orderBy: [['id', order]],
    limit: pageSize,
  });
  if (operations.length === 0) return [];
  const journal = await store.find('journalEntries', {
    where: { operationId: { in: operations.map(({ id }) => id) } },
    orderBy: [
      ['operationId', 'asc'],
      ['position', 'asc'],
      ['id', 'asc'],
    ],
  });
  const byOperation = Map.groupBy(journal, ({ operationId }) => operationId);
  return operations.map((operation) => toOperationView(operation, byOperation.get(operation.id) ?? []));
}

function parse(query: OperationsQuery) {
  const issues: InputIssue[] = [];
  const oneOf = <Value extends string>(name: keyof OperationsQuery, values: readonly Value[]): Value | undefined => {
    const given = query[name];
    const value = values.find((each) => each === given);
    if (given !== undefined && value === undefined)
      issues.push({ path: name, message: `Must be one of ${values.join(', ')}.` });
    return value;
  };
  const integer = (name: 'after' | 'pageSize', most: number): number | undefined => {
    if (query[name] === undefined) return undefined;
    const value = /^\d{1,16}$/.test(String(query[name])) ? Number(query[name]) : 0;
    if (value >= 1 && value <= most) return value;
    issues.push({ path: name, message: `Must be a whole number from 1 to ${most}.` });
    return undefined;
  };
  const parsed = {
    kind: oneOf('kind', OPERATION_KINDS),
    status: oneOf('status', OPERATION_STATUSES),
    order: oneOf('sortOrder', ORDERS) ?? 'asc',
    after: integer('after', Number.MAX_SAFE_INTEGER),
    pageSize: integer('pageSize', 1000) ?? 100,
  };
  if (issues.length === 0) return parsed;
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join(' ');
  throw new ServiceError('PARAMETER_INVALID', `The query is not valid. ${text}`, { details: issues });
}
