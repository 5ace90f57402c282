import { classifyError } from '../failures/classify-error.ts';
import { type Api, objectsIn } from './api.ts';
import type { DatabricksSession } from './databricks-session.ts';
import { withRetry } from './retry.ts';

type WorkspaceCalls = Pick<DatabricksSession, 'principal' | 'identities' | 'warehouse' | 'hasGroup'>;

/** The group of all accounts. Source: "Groups", System groups. */
const ALL_ACCOUNT_USERS = 'account users';

/** The signed-in principal and its groups. */
interface CurrentUser {
  readonly principal: string;
  readonly groups: readonly string[];
}

/**
 * Creates the calls of the workspace itself. Sources: Databricks REST API reference, "Current User", "SQL Warehouses",
 * "Groups".
 */
export function createWorkspaceCalls(api: Api, warehouseId: string): WorkspaceCalls {
  let currentUser: CurrentUser | undefined;
  const readCurrentUser = async (signal: AbortSignal): Promise<CurrentUser> => {
    if (currentUser) return currentUser;
    const path = '/api/2.0/preview/scim/v2/Me';
    const { userName, groups } = await withRetry(() => api({ method: 'GET', path }, signal), signal);
    const names = objectsIn(groups).flatMap(({ display }) => (typeof display === 'string' ? [display] : []));
    currentUser = { principal: String(userName ?? ''), groups: names };
    return currentUser;
  };
  return {
    principal: async (signal) => (await readCurrentUser(signal)).principal,
    async identities(signal) {
      const { principal, groups } = await readCurrentUser(signal);
      return new Set([principal, ...groups, ALL_ACCOUNT_USERS]);
    },
    async warehouse(signal) {
      const path = `/api/2.0/sql/warehouses/${encodeURIComponent(warehouseId)}`;
      try {
        const { name, state } = await withRetry(() => api({ method: 'GET', path }, signal), signal);
        return { name: String(name ?? ''), state: String(state ?? '') };
      } catch (error) {
        if (classifyError(error)?.class === 'not-found') return undefined;
        throw error;
      }
    },
    async hasGroup(name, signal) {
      // The text of a filter has the form of JSON (RFC 7644, 3.4.2.2). The filter ignores case, so names are compared
      // here.
      const filter = encodeURIComponent(`displayName eq ${JSON.stringify(name)}`);
      const path = `/api/2.0/account/scim/v2/Groups?attributes=displayName&filter=${filter}`;
      const { Resources: found } = await withRetry(() => api({ method: 'GET', path }, signal), signal);
      return objectsIn(found).some(({ displayName }) => displayName === name);
    },
  };
}
