import type {
  TrinoAccessPolicy,
  TrinoAccessRequest,
  TrinoCluster,
  TrinoDecisionRequest,
  TrinoExpression,
  TrinoResource,
} from './access-policy.ts';
import type { OpaRequest } from './opa-request.ts';

/** Makes one kind of decision: returns the value of `result`, or undefined for a response without it. */
type DecisionFunction = (request: OpaRequest, cluster: TrinoCluster, policy: TrinoAccessPolicy) => Promise<unknown>;

/** The error for a request without the fields that its kind of decision needs. */
export class InvalidRequestError extends Error {
  override readonly name = 'UnfitRequestError';
}

/**
 * The response to each kind of decision, by the last segment of its address.
 *
 * Source: Trino documentation, "Open Policy Agent access control", "Row filtering", "Column masking", "Batch mode".
 */
export const DECISIONS: Readonly<Record<string, DecisionFunction>> = {
  allow: async (request, cluster, policy) =>
    (await policy.allow(accessRequest(request, cluster, request.action.resource))) === true,
  batch: async (request, cluster, policy) => {
    const accessRequests = batchResources(request).map((resource) => accessRequest(request, cluster, resource));
    const responses = await allowEach(policy, accessRequests);
    return accessRequests.flatMap((_request, index) => (responses[index] === true ? [index] : []));
  },
  'row-filters': async (request, cluster, policy) => {
    const table = request.action.resource?.table;
    if (!table) throw new InvalidRequestError('action.resource.table is missing.');
    // A host that returns no list has a mistake, which must not show all rows.
    const filters = policy.rowFilters ? await policy.rowFilters({ ...decisionRequest(request, cluster), table }) : [];
    return filters.map(toViewExpression);
  },
  'column-mask': async (request, cluster, policy) => {
    const mask = await columnMask(request, cluster, policy, request.action.resource);
    return mask == null ? undefined : toViewExpression(mask);
  },
  'column-masks': async (request, cluster, policy) => {
    const resources = request.action.filterResources;
    // An empty response would show every column as it is.
    if (!resources) throw new InvalidRequestError('action.filterResources is missing.');
    const masks = await Promise.all(resources.map((each) => columnMask(request, cluster, policy, each)));
    return masks.flatMap((mask, index) => (mask == null ? [] : [{ index, viewExpression: toViewExpression(mask) }]));
  },
};

function decisionRequest({ context }: OpaRequest, cluster: TrinoCluster): TrinoDecisionRequest {
  return {
    integrationId: cluster.integrationId,
    ...(cluster.tenant ? { tenant: cluster.tenant } : {}),
    identity: context.identity,
    trinoVersion: context.softwareStack?.trinoVersion,
    queryId: context.queryId,
    properties: context.properties,
  };
}

function accessRequest(
  request: OpaRequest,
  cluster: TrinoCluster,
  resource: TrinoResource | undefined,
): TrinoAccessRequest {
  const { operation, targetResource, grantee } = request.action;
  return { ...decisionRequest(request, cluster), operation, resource, targetResource, grantee };
}

/**
 * Returns the resources of a batch. To filter columns, a request has one table with all its columns, and the response
 * has the indices of columns.
 */
function batchResources({ action }: OpaRequest): readonly TrinoResource[] {
  const resources = action.filterResources ?? [];
  const [only] = resources;
  if (action.operation !== 'FilterColumns' || resources.length !== 1 || !only?.table?.columns) return resources;
  const { table } = only;
  return only.table.columns.map((column) => ({ ...only, table: { ...table, columns: [column] } }));
}

async function allowEach(
  policy: TrinoAccessPolicy,
  accessRequests: readonly TrinoAccessRequest[],
): Promise<readonly boolean[]> {
  if (policy.allowEach) return policy.allowEach(accessRequests);
  return Promise.all(accessRequests.map((each) => policy.allow(each)));
}

async function columnMask(
  request: OpaRequest,
  cluster: TrinoCluster,
  policy: TrinoAccessPolicy,
  resource: TrinoResource | undefined,
): Promise<TrinoExpression | undefined> {
  const column = resource?.column;
  if (!column) throw new InvalidRequestError('A column is missing.');
  return policy.columnMask?.({ ...decisionRequest(request, cluster), column });
}

/** @throws TypeError if the host returned another value, which must show nothing. */
function toViewExpression({ expression, identity }: TrinoExpression): TrinoExpression {
  if (typeof expression !== 'string')
    throw new TypeError('The policy returned a filter or a mask without an expression.');
  return identity === undefined ? { expression } : { expression, identity };
}
