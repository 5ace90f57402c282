import { readIdPage } from '../../kernel/input/id-page.ts';
import { createQueryReader } from '../../kernel/input/query-reader.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { OperationsQuery, OperationView } from '../views/integration-views.ts';
import { OPERATION_KINDS, OPERATION_STATUSES } from './operation-kinds.ts';
import { toOperationView } from './operation-view.ts';

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
  const parameters = createQueryReader(query);
  const kind = parameters.oneOf('kind', OPERATION_KINDS);
  const status = parameters.oneOf('status', OPERATION_STATUSES);
  const { where, orderBy, limit } = readIdPage(parameters);
  parameters.refuseInvalid();
  const operations = await store.find('operations', {
    where: {
      integrationId,
      ...(kind === undefined ? {} : { kind }),
      ...(status === undefined ? {} : { status }),
      ...where,
    },
    orderBy,
    limit,
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
