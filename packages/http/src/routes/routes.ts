import type { Route } from '../routing/route.ts';
import { ADMINISTRATION_ROUTES } from './administration-routes.ts';
import { INTEGRATION_CLIENT_ROUTES } from './integration-client-routes.ts';
import { INTEGRATION_OBJECT_ROUTES } from './integration-object-routes.ts';
import { INTEGRATION_OPERATION_ROUTES } from './integration-operation-routes.ts';
import { INTEGRATION_ROUTES } from './integration-routes.ts';
import { INTEGRATION_SECRET_ROUTES } from './integration-secret-routes.ts';
import { INTEGRATION_TYPE_ROUTES } from './integration-type-routes.ts';
import { SCRIPT_ROUTES } from './script-routes.ts';
import { SERVICE_ROUTES } from './service-routes.ts';
import { WEBHOOK_HISTORY_ROUTES } from './webhook-history-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';
import { WEBHOOK_STATISTICS_ROUTES } from './webhook-statistics-routes.ts';

/** Every route. The router and the OpenAPI document are made from this table. */
export const ROUTES: readonly Route[] = [
  ...INTEGRATION_ROUTES,
  ...INTEGRATION_TYPE_ROUTES,
  ...INTEGRATION_OPERATION_ROUTES,
  ...INTEGRATION_OBJECT_ROUTES,
  ...INTEGRATION_CLIENT_ROUTES,
  ...INTEGRATION_SECRET_ROUTES,
  ...SCRIPT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...WEBHOOK_HISTORY_ROUTES,
  ...WEBHOOK_STATISTICS_ROUTES,
  ...ADMINISTRATION_ROUTES,
  ...SERVICE_ROUTES,
];
