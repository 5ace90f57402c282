import type { Account, Warehouse } from './account.ts';
import { identities } from './privileges.ts';
import { refusals } from './refusal.ts';
import { ok, type Route } from './request.ts';

const SCIM = '/api/2\\.0/(?:preview/)?scim/v2';

/** A warehouse that a principal may use. Sources: "Warehouses API", Get warehouse info; "SQL warehouse ACLs". */
export function usableWarehouse(account: Account, principal: string, id: string): Warehouse {
  if (!/^[0-9a-f]{16}$/.test(id)) throw refusals.badWarehouse(id);
  const warehouse = account.warehouses.get(id);
  if (!warehouse) throw refusals.noWarehouse(id);
  const identitiesOfPrincipal = identities(account, principal);
  const isUsable =
    account.principals.get(principal)?.isWorkspaceAdmin ||
    [...identitiesOfPrincipal].some((each) => warehouse.usableBy.has(each));
  if (!isUsable) throw refusals.warehouseRefused();
  return warehouse;
}

/** The operations of a workspace outside Unity Catalog, each with its documentation page. */
export function workspaceRoutes(account: Account): readonly Route[] {
  const groupsOf = (principal: string) =>
    [...identities(account, principal)]
      .filter((name) => account.groups.has(name))
      .map((display) => ({
        display,
        value: idOf(display),
        type: account.groups.get(display)?.members.has(principal) ? 'direct' : 'indirect',
      }));
  return [
    [
      'GET',
      /^\/api\/2\.0\/sql\/warehouses\/([^/]+)$/,
      'Warehouses API, Get warehouse info',
      ({ principal }, id = '') => {
        const { name, state } = usableWarehouse(account, principal, id);
        return ok({ id, name, state, auto_stop_mins: 10, warehouse_type: 'PRO', enable_serverless_compute: true });
      },
    ],
    [
      'POST',
      /^\/api\/2\.0\/sql\/warehouses\/([^/]+)\/start$/,
      'Warehouses API, Start a warehouse',
      ({ principal }, id = '') => {
        const warehouse = usableWarehouse(account, principal, id);
        if (warehouse.state === 'STOPPED') warehouse.state = 'STARTING';
        return ok({});
      },
    ],
    [
      'PATCH',
      /^\/api\/2\.0\/permissions\/warehouses\/([^/]+)$/,
      'Permissions API, Update SQL warehouse permissions',
      ({ principal, body }, id = '') => {
        const warehouse = account.warehouses.get(id);
        if (!warehouse) throw refusals.noWarehouse(id);
        if (!account.principals.get(principal)?.isWorkspaceAdmin) throw refusals.notWarehouseManager(id);
        for (const entry of (body.access_control_list ?? []) as readonly Readonly<Record<string, string>>[]) {
          const principal = entry.service_principal_name ?? entry.user_name ?? entry.group_name ?? '';
          if (!account.principals.has(principal) && !account.groups.has(principal))
            throw refusals.noPrincipal(principal);
          if (entry.permission_level === 'CAN_USE') warehouse.usableBy.add(principal);
        }
        return ok({ object_id: `/sql/warehouses/${id}`, object_type: 'warehouses' });
      },
    ],
    [
      'GET',
      new RegExp(`^${SCIM}/Me$`),
      'Current User API, Get current user info',
      ({ principal }) =>
        ok({
          id: idOf(principal),
          userName: principal,
          displayName: account.principals.get(principal)?.displayName,
          active: true,
          groups: groupsOf(principal),
        }),
    ],
    [
      'GET',
      new RegExp(`^${SCIM}/Groups$`),
      'Workspace groups API, List group details',
      ({ query }) => ok(groupList(account, query, () => true)),
    ],
    [
      'GET',
      /^\/api\/2\.0\/account\/scim\/v2\/Groups$/,
      'Groups, Who can manage groups? (workspace admins see the groups of the account)',
      ({ query, principal }) => {
        const { isWorkspaceAdmin, isAccountAdmin } = account.principals.get(principal) ?? {};
        if (!isWorkspaceAdmin && !isAccountAdmin) throw refusals.notWorkspaceAdmin();
        return ok(groupList(account, query, (level) => level === 'account'));
      },
    ],
  ];
}

/** Groups by a filter on their name, which does not regard case. Source: RFC 7644, 3.4.2.2; RFC 7643, 4.2. */
function groupList(
  account: Account,
  query: URLSearchParams,
  isListed: (level: 'account' | 'workspace') => boolean,
): object {
  const filter = query.get('filter');
  const [, wanted] = /^displayName eq "((?:[^"\\]|\\.)*)"$/i.exec(filter ?? '') ?? [];
  if (filter !== null && wanted === undefined) throw refusals.badFilter(filter);
  const found = [...account.groups]
    .filter(
      ([name, { level }]) =>
        isListed(level) && (wanted === undefined || name.toLowerCase() === unescaped(wanted).toLowerCase()),
    )
    .map(([displayName]) => ({ id: idOf(displayName), displayName }));
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: found.length,
    startIndex: 1,
    itemsPerPage: found.length,
    ...(found.length > 0 ? { Resources: found } : {}),
  };
}

function unescaped(literal: string): string {
  return literal.replaceAll(/\\(.)/g, '$1');
}

function idOf(name: string): string {
  return String([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e15, 7));
}
