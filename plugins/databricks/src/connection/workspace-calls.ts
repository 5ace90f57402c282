import { classifyError } from '../failures/classify-error.ts';
import { type Api, objectsIn } from './api.ts';
import type { DatabricksSession } from './databricks-session.ts';
import { repeated } from './retry.ts';

type WorkspaceCalls = Pick<DatabricksSession, 'principal' | 'warehouse' | 'hasGroup'>;

/** The calls of the workspace itself. Sources: Databricks REST API reference, "Current User", "SQL Warehouses", "Groups". */
export function createWorkspaceCalls(api: Api, warehouseId: string): WorkspaceCalls {
  let whoAmI: string | undefined;
  return {
    async principal(signal) {
      const path = '/api/2.0/preview/scim/v2/Me';
      whoAmI ??= String((await repeated(() => api({ method: 'GET', path }, signal), signal)).userName ?? '');
      return whoAmI;
    },
    async warehouse(signal) {
      const path = `/api/2.0/sql/warehouses/${encodeURIComponent(warehouseId)}`;
      try {
        const { name, state } = await repeated(() => api({ method: 'GET', path }, signal), signal);
        return { name: String(name ?? ''), state: String(state ?? '') };
      } catch (error) {
        if (classifyError(error)?.class === 'not-found') return undefined;
        throw error;
      }
    },
    async hasGroup(name, signal) {
      // A filter's text is written as in JSON (RFC 7644, 3.4.2.2). It ignores case, so names are compared here.
      const filter = encodeURIComponent(`displayName eq ${JSON.stringify(name)}`);
      const path = `/api/2.0/account/scim/v2/Groups?attributes=displayName&filter=${filter}`;
      const { Resources: found } = await repeated(() => api({ method: 'GET', path }, signal), signal);
      return objectsIn(found).some(({ displayName }) => displayName === name);
    },
  };
}
