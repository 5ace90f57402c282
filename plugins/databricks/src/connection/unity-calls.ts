import { classifyError } from '../failures/classify-error.ts';
import { type Answer, type Api, objectsIn } from './api.ts';
import type { DatabricksSession, Securable } from './databricks-session.ts';
import { repeated } from './retry.ts';

const UNITY = '/api/2.1/unity-catalog';
/** The most entries of one page. Source: "Catalogs API", List catalogs. */
const PAGE_SIZE = 1_000;

type UnityCalls = Pick<DatabricksSession, 'metastore' | 'catalog' | 'catalogs' | 'schema' | 'schemas' | 'privileges'>;

/** The calls of Unity Catalog. They need no warehouse. Source: Databricks REST API reference, "Unity Catalog". */
export function createUnityCalls(api: Api): UnityCalls {
  const get = (path: string, signal: AbortSignal): Promise<Answer> =>
    repeated(() => api({ method: 'GET', path: `${UNITY}${path}` }, signal), signal);
  const find = async (path: string, signal: AbortSignal): Promise<Securable | undefined> => {
    try {
      return securableOf(await get(path, signal));
    } catch (error) {
      if (classifyError(error)?.class === 'not-found') return undefined;
      throw error;
    }
  };
  const list = async (path: string, member: string, signal: AbortSignal): Promise<readonly Securable[]> => {
    const found: Securable[] = [];
    let token: unknown = '';
    do {
      const page = await get(`${path}max_results=${PAGE_SIZE}${pageOf(token)}`, signal);
      found.push(...objectsIn(page[member]).map(securableOf));
      token = page.next_page_token;
    } while (typeof token === 'string' && token !== '');
    return found;
  };
  return {
    async metastore(signal) {
      const answer = await get('/metastore_summary', signal);
      return {
        id: textOf(answer.metastore_id),
        name: textOf(answer.name),
        owner: textOf(answer.owner),
        region: textOf(answer.region),
        hasStorage: textOf(answer.storage_root) !== '',
      };
    },
    catalog: (name, signal) => find(`/catalogs/${encodeURIComponent(name)}`, signal),
    catalogs: (signal) => list('/catalogs?', 'catalogs', signal),
    schema: (catalog, name, signal) => find(`/schemas/${encodeURIComponent(`${catalog}.${name}`)}`, signal),
    schemas: (catalog, signal) => list(`/schemas?catalog_name=${encodeURIComponent(catalog)}&`, 'schemas', signal),
    async privileges(on, name, principal, signal) {
      const path = `/effective-permissions/${on}/${encodeURIComponent(name)}?principal=${encodeURIComponent(principal)}`;
      const { privilege_assignments: assignments } = await get(path, signal);
      const held = objectsIn(assignments).flatMap(({ privileges }) => objectsIn(privileges));
      return new Set(held.map(({ privilege }) => textOf(privilege)));
    },
  };
}

function pageOf(token: unknown): string {
  return typeof token === 'string' && token !== '' ? `&page_token=${encodeURIComponent(token)}` : '';
}

function securableOf({ name, owner, comment }: Answer): Securable {
  return { name: textOf(name), owner: textOf(owner), comment: textOf(comment) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
