import { createQueryReader } from '../../kernel/input/query-reader.ts';
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
  const parameters = createQueryReader(query);
  const parsed = {
    kind: parameters.oneOf('kind', OPERATION_KINDS),
    status: parameters.oneOf('status', OPERATION_STATUSES),
    order: parameters.oneOf('sortOrder', ORDERS) ?? 'asc',
    after: parameters.integer('after', Number.MAX_SAFE_INTEGER),
    pageSize: parameters.integer('pageSize', 1000) ?? 100,
  };
  parameters.refuseInvalid();
  return parsed;
}
