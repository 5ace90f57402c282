import { TrieRouter } from 'hono/router/trie-router';
import { ROUTES } from '../routes/routes.ts';
import type { Route } from './route.ts';

/** All routes of one path. */
interface Resource {
  readonly routes: ReadonlyMap<string, Route>;
  /** For the Allow header. */
  readonly methods: readonly string[];
}

/** A resource, and the id in the path. */
export interface FoundResource extends Resource {
  /** The text of the id in the path. */
  readonly id: string | undefined;
}

/** Created at the first request, so that the package can be imported on a Node that is too old, and `createPortcullis` refuses that. */
let router: TrieRouter<Resource> | undefined;

/** Returns the resource of a path below the base path, or undefined. A trailing slash is ignored. */
export function findResource(path: string): FoundResource | undefined {
  const exact = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  router ??= createRouter();
  const [[found]] = router.match('ALL', exact);
  if (!found) return undefined;
  const [resource, parameters] = found;
  return { ...resource, id: parameters.id === undefined ? undefined : String(parameters.id) };
}

function createRouter(): TrieRouter<Resource> {
  const made = new TrieRouter<Resource>();
  const paths = [...Map.groupBy(ROUTES, ({ path }) => path)];
  // Fixed paths come first: /integrations/types is not the integration with the id "types".
  const isFixed = ([path]: readonly [string, unknown]) => !path.includes('{');
  for (const [path, routes] of [...paths.filter(isFixed), ...paths.filter((entry) => !isFixed(entry))]) {
    made.add('ALL', path.replaceAll(/\{(\w+)\}/g, ':$1'), resourceOf(routes));
  }
  return made;
}

function resourceOf(routes: readonly Route[]): Resource {
  const byMethod = new Map(routes.map((route) => [route.method as string, route]));
  const get = byMethod.get('GET');
  if (get) byMethod.set('HEAD', get);
  return { routes: byMethod, methods: [...byMethod.keys(), 'OPTIONS'] };
}
