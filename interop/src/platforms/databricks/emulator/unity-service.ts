import type { Account } from './account.ts';
import type { Route } from './request.ts';
import { grantRoutes } from './unity/grant-routes.ts';
import { metastoreRoutes } from './unity/metastore-routes.ts';
import { securableRoutes } from './unity/securable-routes.ts';

/** The operations of Unity Catalog, each with its documentation page. */
export function unityRoutes(account: Account): readonly Route[] {
  return [...metastoreRoutes(account), ...securableRoutes(account), ...grantRoutes(account)];
}
