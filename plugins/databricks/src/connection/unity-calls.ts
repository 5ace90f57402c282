import { readPages } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import { type Api, objectsIn, type ResponseBody } from './api.ts';
import type { DatabricksSession, ExternalLocation, HeldPrivilege, Securable, TagPolicy } from './databricks-session.ts';
import { withRetry } from './retry.ts';

const UNITY = '/api/2.1/unity-catalog';
/**
 * Maximum number of entries of one page. Requests without it will be refused. Sources: "Catalogs API", List catalogs;
 * "Paginate Unity Catalog REST API operations".
 */
const PAGE_SIZE = 1_000;

/** The failures of a list of policies that show that there are none to see. */
const NO_POLICIES: readonly string[] = ['missing-grant', 'not-found', 'unsupported', 'invalid-input'];

type UnityCalls = Pick<
  DatabricksSession,
  'metastore' | 'catalog' | 'catalogs' | 'externalLocations' | 'schema' | 'schemas' | 'models' | 'tagPolicies' | 'holds'
>;

type Identity = Pick<DatabricksSession, 'principal' | 'identities'>;

/**
 * Creates the calls of Unity Catalog, which need no warehouse. Source: Databricks REST API reference, "Unity Catalog".
 */
export function createUnityCalls(api: Api, { principal: currentPrincipal, identities }: Identity): UnityCalls {
  const get = (path: string, signal: AbortSignal): Promise<ResponseBody> =>
    withRetry(() => api({ method: 'GET', path: `${UNITY}${path}` }, signal), signal);
  const find = async (path: string, signal: AbortSignal): Promise<Securable | undefined> => {
    try {
      return securableOf(await get(path, signal));
    } catch (error) {
      if (classifyError(error)?.class === 'not-found') return undefined;
      throw error;
    }
  };
  /** Reads all pages of a list. */
  const list = async <Item>(
    path: string,
    member: string,
    itemOf: (response: ResponseBody) => Item,
    signal: AbortSignal,
  ): Promise<readonly Item[]> => {
    const read = (token: string) => get(`${path}max_results=${PAGE_SIZE}${pageParameter(token)}`, signal);
    const pages = await readPages(read, (page) => page.next_page_token);
    return pages.flatMap((page) => objectsIn(page[member]).map(itemOf));
  };
  const isGrantedTo = async (
    { on, name, anyOf }: HeldPrivilege,
    principal: string,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const path = `/effective-permissions/${on}/${encodeURIComponent(name)}?principal=${encodeURIComponent(principal)}&`;
    const held = await list(path, 'privilege_assignments', ({ privileges }) => objectsIn(privileges), signal);
    return held.flat().some(({ privilege }) => anyOf.includes(textOf(privilege)));
  };
  // The response for a principal omits privileges of its groups. A group may belong only to the workspace, and then
  // has no grants.
  const isGrantedToGroup = async (held: HeldPrivilege, group: string, signal: AbortSignal): Promise<boolean> => {
    try {
      return await isGrantedTo(held, group, signal);
    } catch (error) {
      if (['missing-grant', 'not-found'].includes(classifyError(error)?.class ?? '')) return false;
      throw error;
    }
  };
  return {
    async metastore(signal) {
      const response = await get('/metastore_summary', signal);
      return {
        id: textOf(response.metastore_id),
        name: textOf(response.name),
        owner: textOf(response.owner),
        region: textOf(response.region),
        hasStorage: textOf(response.storage_root) !== '',
      };
    },
    catalog: (name, signal) => find(`/catalogs/${encodeURIComponent(name)}`, signal),
    catalogs: (signal) => list('/catalogs?', 'catalogs', securableOf, signal),
    externalLocations: (signal) => list('/external-locations?', 'external_locations', locationOf, signal),
    schema: (catalog, name, signal) => find(`/schemas/${encodeURIComponent(`${catalog}.${name}`)}`, signal),
    schemas: (catalog, signal) =>
      list(`/schemas?catalog_name=${encodeURIComponent(catalog)}&`, 'schemas', securableOf, signal),
    models(catalog, schema, signal) {
      const scopeQuery = `catalog_name=${encodeURIComponent(catalog)}&schema_name=${encodeURIComponent(schema)}`;
      // Without the last parameter, the list omits models of which the principal may see no more than the name.
      return list(`/models?${scopeQuery}&include_browse=true&`, 'registered_models', securableOf, signal);
    },
    async tagPolicies(on, name, signal) {
      const path = `/policies/${on.toUpperCase()}/${encodeURIComponent(name)}?`;
      try {
        return await list(path, 'policies', tagPolicyOf, signal);
      } catch (error) {
        if (hasNoPolicies(error)) return [];
        throw error;
      }
    },
    async holds(held, principal, signal) {
      if (await isGrantedTo(held, principal, signal)) return true;
      if (principal !== (await currentPrincipal(signal))) return false;
      for (const group of await identities(signal)) {
        if (group !== principal && (await isGrantedToGroup(held, group, signal))) return true;
      }
      return false;
    },
  };
}

/**
 * Returns whether a list of policies failed because its object cannot have any, such as a shared catalog, or shows none. An
 * interface that does not understand the request may have some.
 */
function hasNoPolicies(error: unknown): boolean {
  const { class: failure = '', code } = classifyError(error) ?? {};
  return NO_POLICIES.includes(failure) || (failure === 'internal' && code === 'http-400');
}

function pageParameter(token: string): string {
  return token !== '' ? `&page_token=${encodeURIComponent(token)}` : '';
}

function securableOf({ name, owner, comment }: ResponseBody): Securable {
  return { name: textOf(name), owner: textOf(owner), comment: textOf(comment) };
}

function locationOf({ name, owner, url }: ResponseBody): ExternalLocation {
  return { name: textOf(name), owner: textOf(owner), url: textOf(url) };
}

function tagPolicyOf({ name, row_filter: filter, column_mask: mask }: ResponseBody): TagPolicy {
  const [called] = objectsIn([filter, mask]);
  return { name: textOf(name), function: textOf(called?.function_name) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
