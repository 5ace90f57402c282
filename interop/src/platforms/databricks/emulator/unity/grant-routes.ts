import { type Account, type Kind, locationPath } from '../account.ts';
import { mayGrant, PRIVILEGES, setGrant, visibleGrants } from '../grant-statements.ts';
import { identities, lineage } from '../privileges.ts';
import { refusals } from '../refusal.ts';
import { type ApiRequest, type ApiResponse, ok, type Route } from '../request.ts';
import { metastoreOf } from './metastore-of.ts';
import { page } from './page.ts';
import { unityPath } from './unity-path.ts';

/** The operations on the privileges of securable objects. */
export function grantRoutes(account: Account): readonly Route[] {
  return [
    [
      'GET',
      unityPath('permissions/([^/]+)/([^/]+)'),
      'Grants API, Get permissions',
      ({ query, principal }, type = '', name = '') => {
        const grants = visibleGrants({ account, principal }, pathOf(account, type, name));
        return ok(page(query, 'privilege_assignments', assignments(query, grants)));
      },
    ],
    [
      'PATCH',
      unityPath('permissions/([^/]+)/([^/]+)'),
      'Grants API, Update permissions',
      (request, type = '', name = '') => updatePermissions(account, request, type, name),
    ],
    [
      'GET',
      unityPath('effective-permissions/([^/]+)/([^/]+)'),
      'Grants API, Get effective permissions',
      (request, type = '', name = '') => effectivePermissions(account, request, pathOf(account, type, name)),
    ],
  ];
}

/** A change of the privileges of a principal, as a request has it. */
interface PermissionChange {
  readonly principal: string;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

function updatePermissions(account: Account, { body, principal }: ApiRequest, type: string, name: string): ApiResponse {
  const path = pathOf(account, type, name);
  const kind = kindOf(type);
  mayGrant(account, principal, kind, path);
  for (const change of (body.changes ?? []) as readonly PermissionChange[]) {
    applyChange(account, principal, change, { kind, path });
  }
  const grants = visibleGrants({ account, principal }, path);
  return ok({ privilege_assignments: assignments(new URLSearchParams(), grants) });
}

function applyChange(
  account: Account,
  caller: string,
  { principal, add = [], remove = [] }: PermissionChange,
  { kind, path }: { readonly kind: Kind; readonly path: string },
): void {
  if (!identities(account, caller).has(principal) && !isPrincipal(account, principal))
    throw refusals.noPrincipal(principal);
  for (const privilege of [...add, ...remove])
    if (!PRIVILEGES[kind].includes(sqlName(privilege))) throw refusals.badPrivilege(privilege, kind);
  const set = (privilege: string, isGrant: boolean): void =>
    setGrant(account, { principal, privilege: sqlName(privilege), on: kind, name: path }, isGrant);
  for (const privilege of add) set(privilege, true);
  for (const privilege of remove) set(privilege, false);
}

function effectivePermissions(account: Account, { query, principal }: ApiRequest, path: string): ApiResponse {
  const grants = (path === '' ? [''] : lineage(path)).flatMap((ancestor) =>
    visibleGrants({ account, principal }, ancestor).map((grant) => ({ ...grant, from: ancestor })),
  );
  const found = assignments(query, grants).map((assignment) => ({
    principal: assignment.principal,
    privileges: grants
      .filter((grant) => grant.principal === assignment.principal)
      .map(({ privilege, from, on }) => ({
        privilege: apiName(privilege),
        ...(from === path ? {} : { inherited_from_type: on, inherited_from_name: from }),
      })),
  }));
  return ok(page(query, 'privilege_assignments', found));
}

/** Returns the path of a securable object in a request, which names the metastore by its id. */
function pathOf(account: Account, type: string, name: string): string {
  const { id } = metastoreOf(account);
  if (type === 'metastore') {
    if (name !== id) throw refusals.missing('METASTORE', name);
    return '';
  }
  const path = type === 'external_location' ? locationPath(name) : name.toLowerCase();
  if (account.securables.get(path)?.kind !== kindOf(type)) throw refusals.missing(type.toUpperCase(), name);
  return path;
}

function kindOf(type: string): Kind {
  return type.toUpperCase().replaceAll('_', ' ') as Kind;
}

/** The name of a privilege in the API, and in SQL. */
const apiName = (privilege: string): string => privilege.replaceAll(' ', '_');
const sqlName = (privilege: string): string => privilege.replaceAll('_', ' ');

function isPrincipal(account: Account, name: string): boolean {
  return account.principals.has(name) || account.groups.get(name)?.level === 'account';
}

/** Grants by principal. A principal in the query restricts them to its own grants, without those of its groups. */
function assignments(query: URLSearchParams, grants: readonly Account['grants'][number][]) {
  const only = query.get('principal');
  const principals = [...new Set(grants.map(({ principal }) => principal))];
  return principals
    .filter((principal) => only === null || principal === only)
    .map((principal) => ({
      principal,
      privileges: grants.filter((grant) => grant.principal === principal).map(({ privilege }) => apiName(privilege)),
    }));
}
