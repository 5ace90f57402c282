import type { ResponseBody } from './api.ts';
import type { Requests } from './create-requests.ts';
import type { NamedObject, PlatformCalls } from './platform-session.ts';

const part = encodeURIComponent;
const CATALOGS = '/v1/catalogs';
const ROLES = '/v1/roles';
const ACCOUNTS = '/v1/service-accounts';

/** Creates the calls of the platform. A real plugin names the pages of the platform's reference here. */
export function createCalls({ get, list, change, changeOfRole }: Requests): PlatformCalls {
  const named = async (path: string, signal: AbortSignal) => (await list(path, signal)).map(namedObject);
  // The platform has no request for the object with a name.
  const find = async (path: string, name: string, signal: AbortSignal) =>
    (await named(path, signal)).find((each) => each.name === name);
  return {
    async account(signal) {
      const { name, permissions } = await get('/v1/me', signal);
      return { name: String(name), permissions: Array.isArray(permissions) ? permissions.map(String) : [] };
    },
    catalog: (name, signal) => find(CATALOGS, name, signal),
    role: (name, signal) => find(ROLES, name, signal),
    roles: (signal) => named(ROLES, signal),
    createRole: ({ name, mark }, signal) =>
      change({ method: 'POST', path: ROLES, body: { name, description: mark } }, signal),
    deleteRole: (id, signal) => change({ method: 'DELETE', path: `${ROLES}/${part(id)}` }, signal),
    grants: async (roleId, signal) =>
      (await list(grantsOf(roleId), signal)).map(({ id, catalogId, privilege }) => ({
        id: String(id),
        catalogId: String(catalogId),
        privilege: String(privilege),
      })),
    grant: (roleId, { catalogId, privilege }, signal) =>
      changeOfRole({ method: 'POST', path: grantsOf(roleId), body: { catalogId, privilege } }, signal),
    revoke: (roleId, grantId, signal) =>
      change({ method: 'DELETE', path: `${grantsOf(roleId)}/${part(grantId)}` }, signal),
    serviceAccount: (name, signal) => find(ACCOUNTS, name, signal),
    serviceAccounts: (signal) => named(ACCOUNTS, signal),
    createServiceAccount: ({ mark, ...account }, signal) =>
      changeOfRole({ method: 'POST', path: ACCOUNTS, body: { ...account, description: mark } }, signal),
    changeSecret: (id, clientSecret, signal) =>
      change({ method: 'PATCH', path: `${ACCOUNTS}/${part(id)}`, body: { clientSecret } }, signal),
    deleteServiceAccount: (id, signal) => change({ method: 'DELETE', path: `${ACCOUNTS}/${part(id)}` }, signal),
  };
}

function grantsOf(roleId: string): string {
  return `${ROLES}/${part(roleId)}/grants`;
}

function namedObject({ id, name, description }: ResponseBody): NamedObject {
  return { id: String(id), name: String(name), mark: typeof description === 'string' ? description : undefined };
}
