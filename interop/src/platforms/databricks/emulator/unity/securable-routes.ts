import type { Account, Kind } from '../account.ts';
import { identities, manages, sees } from '../privileges.ts';
import { refusals } from '../refusal.ts';
import { type ApiRequest, type ApiResponse, ok, type Route } from '../request.ts';
import { metastoreOf } from './metastore-of.ts';
import { page } from './page.ts';
import { unityPath } from './unity-path.ts';

/** The operations that list and read securable objects. */
export function securableRoutes(account: Account): readonly Route[] {
  return [
    [
      'GET',
      unityPath('external-locations'),
      'External Locations API, List external locations: a metastore admin, the owner, or who has some privilege on one',
      (request) => listLocations(account, request),
    ],
    [
      'GET',
      unityPath('catalogs'),
      'Catalogs API, List catalogs',
      (request) => list(account, request, { key: 'catalogs', kind: 'CATALOG', prefix: '' }),
    ],
    [
      'GET',
      unityPath('catalogs/([^/]+)'),
      'Catalogs API, Get a catalog',
      ({ principal }, name = '') => read(account, principal, 'CATALOG', name),
    ],
    [
      'GET',
      unityPath('schemas'),
      'Schemas API, List schemas',
      (request) => {
        const catalog = (request.query.get('catalog_name') ?? '').toLowerCase();
        read(account, request.principal, 'CATALOG', catalog);
        return list(account, request, { key: 'schemas', kind: 'SCHEMA', prefix: `${catalog}.` });
      },
    ],
    [
      'GET',
      unityPath('schemas/([^/]+)'),
      'Schemas API, Get a schema',
      ({ principal }, name = '') => read(account, principal, 'SCHEMA', name),
    ],
    [
      'GET',
      unityPath('models'),
      'Registered Models API, List registered models: those that the caller may see',
      (request) => listModels(account, request),
    ],
    [
      'GET',
      unityPath('policies/(METASTORE|CATALOG|SCHEMA|TABLE)/([^/]+)'),
      'ABAC Policies API, List ABAC policies: who owns or manages the object',
      ({ query, principal }, on = '', name = '') => {
        const path = on === 'METASTORE' ? '' : decodeURIComponent(name).toLowerCase();
        if (on === 'METASTORE') metastoreOf(account);
        else read(account, principal, on as Kind, path);
        if (!manages(account, principal, path)) throw refusals.lacks('MANAGE', on, path);
        const found = account.tagPolicies.filter((each) => each.on === on && each.path === path);
        const policies = found.map(({ name: policy, type, function: called }) => ({
          name: policy,
          on_securable_type: on,
          on_securable_fullname: path,
          policy_type: `POLICY_TYPE_${type.toUpperCase()}`,
          [type]: { function_name: called },
        }));
        return ok(page(query, 'policies', policies));
      },
    ],
  ];
}

function listLocations(account: Account, { query, principal }: ApiRequest): ApiResponse {
  metastoreOf(account);
  const identitiesOfPrincipal = identities(account, principal);
  const found = [...account.securables].filter(
    ([path, { kind }]) =>
      kind === 'EXTERNAL LOCATION' &&
      (manages(account, principal, path) ||
        account.grants.some((grant) => grant.name === path && identitiesOfPrincipal.has(grant.principal))),
  );
  const locations = found.map(([path, { owner, properties }]) => ({
    name: path.replace(/^.*\//, ''),
    url: properties.get('url'),
    owner,
  }));
  return ok(page(query, 'external_locations', locations));
}

function listModels(account: Account, { query, principal }: ApiRequest): ApiResponse {
  const schema = `${query.get('catalog_name')}.${query.get('schema_name')}`.toLowerCase();
  read(account, principal, 'SCHEMA', schema);
  const found = [...account.securables].filter(
    ([path, { kind }]) => kind === 'MODEL' && path.startsWith(`${schema}.`) && sees(account, principal, path),
  );
  const models = found.map(([path, { owner }]) => ({ name: path.split('.').at(-1), full_name: path, owner }));
  return ok(page(query, 'registered_models', models));
}

/** Lists the objects of a kind whose paths begin with a prefix. */
function list(
  account: Account,
  { query, principal }: ApiRequest,
  { key, kind, prefix }: { readonly key: string; readonly kind: Kind; readonly prefix: string },
): ApiResponse {
  metastoreOf(account);
  const found = [...account.securables]
    .filter(([path, object]) => object.kind === kind && path.startsWith(prefix) && sees(account, principal, path))
    .map(([path]) => describe(account, path));
  return ok(page(query, key, found));
}

function read(account: Account, principal: string, kind: Kind, name: string): ApiResponse {
  metastoreOf(account);
  const path = name.toLowerCase();
  const object = account.securables.get(path);
  if (!object || object.kind !== kind) throw refusals.missing(kind, name);
  if (!sees(account, principal, path))
    throw refusals.lacks(kind === 'CATALOG' ? 'USE CATALOG' : 'USE SCHEMA', kind, name);
  return ok(describe(account, path));
}

function describe(account: Account, path: string): object {
  const { kind, owner, comment, properties } = account.securables.get(path) ?? {};
  const [catalog, name] = path.split('.');
  const shared = { owner, comment: comment === '' ? undefined : comment, metastore_id: account.metastore?.id };
  return kind === 'CATALOG'
    ? { name: path, ...shared, catalog_type: 'MANAGED_CATALOG', securable_type: 'CATALOG' }
    : { name, catalog_name: catalog, full_name: path, ...shared, properties: Object.fromEntries(properties ?? []) };
}
