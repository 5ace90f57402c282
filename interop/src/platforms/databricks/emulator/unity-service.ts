import { type Account, type Kind, locationPath } from './account.ts';
import { mayGrant, PRIVILEGES, setGrant, visibleGrants } from './grant-statements.ts';
import { identities, lineage, manages, sees } from './privileges.ts';
import { refusals } from './refusal.ts';
import { type ApiRequest, type ApiResponse, ok, type Route } from './request.ts';

const BASE = '/api/2.1/unity-catalog';
const at = (path: string): RegExp => new RegExp(`^${BASE}/${path}$`);
const wire = (privilege: string): string => privilege.replaceAll(' ', '_');
const plain = (privilege: string): string => privilege.replaceAll('_', ' ');

/** The operations of Unity Catalog, each with its documentation page. */
export function unityRoutes(account: Account): readonly Route[] {
  const metastore = () => {
    if (!account.metastore) throw refusals.noMetastore();
    return account.metastore;
  };
  const read = (kind: Kind, path: string, principal: string): ApiResponse => {
    metastore();
    const object = account.securables.get(path.toLowerCase());
    if (!object || object.kind !== kind) throw refusals.missing(kind, path);
    if (!sees(account, principal, path.toLowerCase()))
      throw refusals.lacks(kind === 'CATALOG' ? 'USE CATALOG' : 'USE SCHEMA', kind, path);
    return ok(describe(account, path.toLowerCase()));
  };
  const list = ({ query, principal }: ApiRequest, key: string, kind: Kind, prefix: string): ApiResponse => {
    metastore();
    const found = [...account.securables]
      .filter(([path, object]) => object.kind === kind && path.startsWith(prefix) && sees(account, principal, path))
      .map(([path]) => describe(account, path));
    return ok(page(query, key, found));
  };
  return [
    [
      'GET',
      at('metastore_summary'),
      'Metastores API, Get a metastore summary',
      () => {
        const { id, name, owner, storageRoot } = metastore();
        return ok({ metastore_id: id, name, owner, storage_root: storageRoot, cloud: 'aws', region: 'eu-central-1' });
      },
    ],
    [
      'GET',
      at('current-metastore-assignment'),
      'Metastores API, Gets an assignment',
      () => ok({ metastore_id: metastore().id, workspace_id: 1234567890, default_catalog_name: 'main' }),
    ],
    [
      'GET',
      at('metastores/([^/]+)/systemschemas'),
      'SystemSchemas API, List system schemas',
      ({ query, principal }, id) => {
        if (metastore().id !== id) throw refusals.missing('METASTORE', id ?? '');
        // "The caller must be an account admin or a metastore admin."
        if (!manages(account, principal, '')) throw refusals.notAccountAdmin();
        return ok(
          page(
            query,
            'schemas',
            [...account.systemSchemas].map(([schema, state]) => ({ schema, state })),
          ),
        );
      },
    ],
    [
      'GET',
      at('external-locations'),
      'External Locations API, List external locations: a metastore admin, the owner, or who has some privilege on one',
      ({ query, principal }) => {
        metastore();
        const identitiesOfPrincipal = identities(account, principal);
        const found = [...account.securables].filter(
          ([path, { kind }]) =>
            kind === 'EXTERNAL LOCATION' &&
            (manages(account, principal, path) ||
              account.grants.some((grant) => grant.name === path && identitiesOfPrincipal.has(grant.principal))),
        );
        return ok(
          page(
            query,
            'external_locations',
            found.map(([path, { owner, properties }]) => ({
              name: path.replace(/^.*\//, ''),
              url: properties.get('url'),
              owner,
            })),
          ),
        );
      },
    ],
    ['GET', at('catalogs'), 'Catalogs API, List catalogs', (request) => list(request, 'catalogs', 'CATALOG', '')],
    [
      'GET',
      at('catalogs/([^/]+)'),
      'Catalogs API, Get a catalog',
      ({ principal }, name = '') => read('CATALOG', name, principal),
    ],
    [
      'GET',
      at('schemas'),
      'Schemas API, List schemas',
      (request) => {
        const catalog = (request.query.get('catalog_name') ?? '').toLowerCase();
        read('CATALOG', catalog, request.principal);
        return list(request, 'schemas', 'SCHEMA', `${catalog}.`);
      },
    ],
    [
      'GET',
      at('schemas/([^/]+)'),
      'Schemas API, Get a schema',
      ({ principal }, name = '') => read('SCHEMA', name, principal),
    ],
    [
      'GET',
      at('models'),
      'Registered Models API, List registered models: those that the caller may see',
      ({ query, principal }) => {
        const schema = `${query.get('catalog_name')}.${query.get('schema_name')}`.toLowerCase();
        read('SCHEMA', schema, principal);
        const found = [...account.securables].filter(
          ([path, { kind }]) => kind === 'MODEL' && path.startsWith(`${schema}.`) && sees(account, principal, path),
        );
        return ok(
          page(
            query,
            'registered_models',
            found.map(([path, { owner }]) => ({ name: path.split('.').at(-1), full_name: path, owner })),
          ),
        );
      },
    ],
    [
      'GET',
      at('permissions/([^/]+)/([^/]+)'),
      'Grants API, Get permissions',
      ({ query, principal }, kind = '', name = '') => {
        const path = securable(account, kind, name);
        return ok(
          page(query, 'privilege_assignments', assignments(query, visibleGrants({ account, principal }, path))),
        );
      },
    ],
    [
      'PATCH',
      at('permissions/([^/]+)/([^/]+)'),
      'Grants API, Update permissions',
      ({ body, principal }, kind = '', name = '') => {
        const path = securable(account, kind, name);
        const on = kind.toUpperCase().replaceAll('_', ' ') as Kind;
        mayGrant(account, principal, on, path);
        for (const each of (body.changes ?? []) as readonly {
          readonly principal: string;
          readonly add?: readonly string[];
          readonly remove?: readonly string[];
        }[]) {
          if (!identities(account, principal).has(each.principal) && !isPrincipal(account, each.principal))
            throw refusals.noPrincipal(each.principal);
          for (const privilege of [...(each.add ?? []), ...(each.remove ?? [])])
            if (!PRIVILEGES[on].includes(plain(privilege))) throw refusals.badPrivilege(privilege, on);
          for (const [names, isGrant] of [
            [each.add ?? [], true],
            [each.remove ?? [], false],
          ] as const)
            for (const privilege of names)
              setGrant(account, { principal: each.principal, privilege: plain(privilege), on, name: path }, isGrant);
        }
        return ok({
          privilege_assignments: assignments(new URLSearchParams(), visibleGrants({ account, principal }, path)),
        });
      },
    ],
    [
      'GET',
      at('effective-permissions/([^/]+)/([^/]+)'),
      'Grants API, Get effective permissions',
      ({ query, principal }, kind = '', name = '') => {
        const path = securable(account, kind, name);
        const grants = (path === '' ? [''] : lineage(path)).flatMap((each) =>
          visibleGrants({ account, principal }, each).map((grant) => ({ ...grant, from: each })),
        );
        const found = assignments(query, grants).map((assignment) => ({
          principal: assignment.principal,
          privileges: grants
            .filter((grant) => grant.principal === assignment.principal)
            .map(({ privilege, from, on }) => ({
              privilege: wire(privilege),
              ...(from === path ? {} : { inherited_from_type: on, inherited_from_name: from }),
            })),
        }));
        return ok(page(query, 'privilege_assignments', found));
      },
    ],
  ];
}

function describe(account: Account, path: string): object {
  const { kind, owner, comment, properties } = account.securables.get(path) ?? {};
  const [catalog, name] = path.split('.');
  const shared = { owner, comment: comment === '' ? undefined : comment, metastore_id: account.metastore?.id };
  return kind === 'CATALOG'
    ? { name: path, ...shared, catalog_type: 'MANAGED_CATALOG', securable_type: 'CATALOG' }
    : { name, catalog_name: catalog, full_name: path, ...shared, properties: Object.fromEntries(properties ?? []) };
}

/** Returns the path of a securable object in a request, which names the metastore by its id. */
function securable(account: Account, kind: string, name: string): string {
  if (!account.metastore) throw refusals.noMetastore();
  if (kind === 'metastore') {
    if (name !== account.metastore.id) throw refusals.missing('METASTORE', name);
    return '';
  }
  const path = kind === 'external_location' ? locationPath(name) : name.toLowerCase();
  const wanted = kind.toUpperCase().replaceAll('_', ' ');
  if (account.securables.get(path)?.kind !== wanted) throw refusals.missing(kind.toUpperCase(), name);
  return path;
}

function isPrincipal(account: Account, name: string): boolean {
  return account.principals.has(name) || account.groups.get(name)?.level === 'account';
}

/** Grants by principal. A principal in the query restricts them to its own grants, without those of its groups. */
function assignments(query: URLSearchParams, grants: readonly Account['grants'][number][]) {
  const wanted = query.get('principal');
  const principals = [...new Set(grants.map(({ principal }) => principal))];
  return principals
    .filter((each) => wanted === null || each === wanted)
    .map((principal) => ({
      principal,
      privileges: grants.filter((grant) => grant.principal === principal).map(({ privilege }) => wire(privilege)),
    }));
}

/**
 * Pages a list in the least convenient way that is allowed: the first page is empty and has a token, and a request
 * without `max_results` is refused. Sources: "Catalogs API", List catalogs, Pagination behavior: a page may contain zero
 * results while still providing a token; "Paginate Unity Catalog REST API operations".
 */
function page(query: URLSearchParams, key: string, all: readonly object[]): object {
  if (!query.has('max_results')) throw refusals.unpaged();
  const token = query.get('page_token');
  if (token === null) return { [key]: [], next_page_token: '0' };
  const start = Number(token);
  const next = start + 2;
  return { [key]: all.slice(start, next), ...(next < all.length ? { next_page_token: String(next) } : {}) };
}
