import { ROUTES } from '../routes/routes.ts';
import type { Route } from '../routing/route.ts';
import { responseHeaders } from './response-headers.ts';
import { type ReturnedId, returnedIds, schemaNames } from './returned-ids.ts';

/** A Link Object of OpenAPI. */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  readonly description?: string;
}

/** Operations that follow another with the same id and the same body. Source: docs/reference/http/scripts.md. */
const FOLLOWED_BY: Readonly<Record<string, string>> = {
  getInitialCreateScript: 'getCreateScript',
  getCreateScript: 'createIntegration',
  getEditScript: 'updateIntegration',
  getDeleteScript: 'deleteIntegration',
  getCleanupScript: 'getPostCleanupScript',
  listUnresolvedObjects: 'decideOwnership',
};

/** Links of an operation to itself, by their names. */
const REPETITIONS: readonly {
  readonly name: string;
  readonly description: string;
  readonly applies: (route: Route, status: number) => boolean;
  readonly parameters: Readonly<Record<string, string>>;
}[] = [
  {
    name: 'runPlan',
    description: 'Runs exactly the plan that the dry run has shown.',
    applies: ({ headers, responses }, status) =>
      headers.includes('If-Plan') && schemaNames(responses[status]?.schema ?? 'nothing').includes('DryRunResponse'),
    parameters: { 'header.If-Plan': '$response.body#/plan/hash' },
  },
  {
    name: 'repeat',
    description: 'Returns the same response again and creates nothing.',
    applies: ({ headers }, status) => headers.includes('Idempotency-Key') && status === 201,
    parameters: { 'header.Idempotency-Key': '$request.header.Idempotency-Key' },
  },
  {
    name: 'nextPage',
    description: 'Gets the next page.',
    applies: ({ query }) => 'cursor' in query.shape,
    parameters: { 'query.cursor': '$response.body#/cursor' },
  },
  {
    name: 'behindFirst',
    description: 'Gets the page after the first member of this one.',
    applies: ({ query }) => 'after' in query.shape,
    parameters: { 'query.after': '$response.body#/0/id' },
  },
];

/** Returns the Link Objects of a response, by name. A link to another operation has the name of that operation. */
export function linksOf(route: Route, status: number): Readonly<Record<string, Link>> {
  const { schema = 'nothing' } = route.responses[status] ?? {};
  if (schema === 'nothing') return {};
  const following = ROUTES.find(({ operationId }) => operationId === FOLLOWED_BY[route.operationId]);
  const repetitions = REPETITIONS.filter(({ applies }) => applies(route, status));
  return Object.fromEntries([
    ...returnedIds(schema).flatMap((given) =>
      targetsOf(route, status, given).map((target) => [target.operationId, linkById(route, status, target, given)]),
    ),
    ...(following ? [[following.operationId, linkFrom(route, following)]] : []),
    ...repetitions.map(({ name, description, parameters }) => {
      const link = linkFrom(route, route);
      return [name, { ...link, parameters: { ...link.parameters, ...parameters }, description }];
    }),
  ]);
}

/**
 * A caller that already has the id gets links to reading operations, and to the operations that the version in the
 * response protects.
 */
function targetsOf(route: Route, status: number, { collection }: ReturnedId): readonly Route[] {
  const takers = ROUTES.filter((each) => isBelow(each, collection));
  if (!takers.includes(route)) return takers;
  return takers.filter((target) => (target.method === 'GET' && target !== route) || isProtected(route, status, target));
}

/** Returns whether a route takes the id of a member of a collection. */
function isBelow({ path }: Route, collection: string): boolean {
  const member = `${collection}/{id}`;
  return path === member || path.startsWith(`${member}/`);
}

function isProtected(route: Route, status: number, target: Route): boolean {
  return 'ETag' in responseHeaders(route, status) && target.headers.includes('If-Match');
}

function linkById(route: Route, status: number, target: Route, { collection, pointer }: ReturnedId): Link {
  // The id in the request is used, because some responses contain none, such as that of a dry run.
  const isKnown = isBelow(route, collection) && isBelow(target, collection);
  const parameters = { 'path.id': isKnown ? '$request.path.id' : `$response.body#${pointer}` };
  return {
    operationId: target.operationId,
    parameters: isProtected(route, status, target)
      ? { ...parameters, 'header.If-Match': '$response.header.ETag' }
      : parameters,
    description: target.summary,
  };
}

function linkFrom(route: Route, target: Route): Link {
  const hasId = route.path.includes('{id}') && target.path.includes('{id}');
  return {
    operationId: target.operationId,
    parameters: hasId ? { 'path.id': '$request.path.id' } : {},
    ...(route.body && target.body ? { requestBody: '$request.body' } : {}),
    description: target.summary,
  };
}
