import type {
  TrinoAccessPolicy,
  TrinoAccessQuestion,
  TrinoCluster,
  TrinoExpression,
  TrinoQuestion,
  TrinoResource,
} from './access-policy.ts';
import type { DecisionRequest } from './decision-request.ts';

/** Answers one kind of decision: the value of `result`, or undefined for none. */
type Decide = (request: DecisionRequest, cluster: TrinoCluster, policy: TrinoAccessPolicy) => Promise<unknown>;

/** The error for a request without the fields for its kind of decision. */
export class UnfitRequestError extends Error {
  override readonly name = 'UnfitRequestError';
}

/**
 * The response to each kind of decision, by the last segment of its address.
 *
 * Source: Trino documentation, "Open Policy Agent access control", "Row filtering", "Column masking", "Batch mode".
 */
export const DECISIONS: Readonly<Record<string, Decide>> = {
  allow: async (request, cluster, policy) =>
    (await policy.allow(accessQuestion(request, cluster, request.action.resource))) === true,
  batch: async (request, cluster, policy) => {
    const questions = batchResources(request).map((resource) => accessQuestion(request, cluster, resource));
    const responses = await allowEach(policy, questions);
    return questions.flatMap((_question, index) => (responses[index] === true ? [index] : []));
  },
  'row-filters': async (request, cluster, policy) => {
    const table = request.action.resource?.table;
    if (!table) throw new UnfitRequestError('action.resource.table is missing.');
    // A host that returns no list has a mistake, which must not show all rows.
    const filters = policy.rowFilters ? await policy.rowFilters({ ...question(request, cluster), table }) : [];
    return filters.map(toViewExpression);
  },
  'column-mask': async (request, cluster, policy) => {
    const mask = await columnMask(request, cluster, policy, request.action.resource);
    return mask == null ? undefined : toViewExpression(mask);
  },
  'column-masks': async (request, cluster, policy) => {
    const resources = request.action.filterResources;
    // An empty response would show every column as it is.
    if (!resources) throw new UnfitRequestError('action.filterResources is missing.');
    const masks = await Promise.all(resources.map((each) => columnMask(request, cluster, policy, each)));
    return masks.flatMap((mask, index) => (mask == null ? [] : [{ index, viewExpression: toViewExpression(mask) }]));
  },
};

function question({ context }: DecisionRequest, cluster: TrinoCluster): TrinoQuestion {
  return {
    integrationId: cluster.integrationId,
    ...(cluster.tenant ? { tenant: cluster.tenant } : {}),
    identity: context.identity,
    trinoVersion: context.softwareStack?.trinoVersion,
    queryId: context.queryId,
    properties: context.properties,
  };
}

function accessQuestion(
  request: DecisionRequest,
  cluster: TrinoCluster,
  resource: TrinoResource | undefined,
): TrinoAccessQuestion {
  const { operation, targetResource, grantee } = request.action;
  return { ...question(request, cluster), operation, resource, targetResource, grantee };
}

/**
 * Returns the resources of a batch. To filter columns, a request has one table with all its columns, and the response
 * has the indices of columns.
 */
function batchResources({ action }: DecisionRequest): readonly TrinoResource[] {
  const resources = action.filterResources ?? [];
  const [only] = resources;
  if (action.operation !== 'FilterColumns' || resources.length !== 1 || !only?.table?.columns) return resources;
  const { table } = only;
  return only.table.columns.map((column) => ({ ...only, table: { ...table, columns: [column] } }));
}

async function allowEach(
  policy: TrinoAccessPolicy,
  questions: readonly TrinoAccessQuestion[],
): Promise<readonly boolean[]> {
  if (policy.allowEach) return policy.allowEach(questions);
  return Promise.all(questions.map((each) => policy.allow(each)));
}

async function columnMask(
  request: DecisionRequest,
  cluster: TrinoCluster,
  policy: TrinoAccessPolicy,
  resource: TrinoResource | undefined,
): Promise<TrinoExpression | undefined> {
  const column = resource?.column;
  if (!column) throw new UnfitRequestError('A column is missing.');
  return policy.columnMask?.({ ...question(request, cluster), column });
}

/** @throws TypeError if the host returned another value, which must show nothing. */
function toViewExpression({ expression, identity }: TrinoExpression): TrinoExpression {
  if (typeof expression !== 'string')
    throw new TypeError('The policy returned a filter or a mask without an expression.');
  return identity === undefined ? { expression } : { expression, identity };
}
