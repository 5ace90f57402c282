import type { WebhooksService } from '../delivery/api/webhooks-service.ts';
import type { NotificationsService } from '../delivery/publish/notifications-service.ts';
import type { IntegrationsService } from '../integrations/api/integrations-service.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import type { ApiKeysService } from '../security/api-keys/api-keys-service.ts';
import type { SettingsService } from '../settings/settings-service.ts';

/** The services of one tenant, and the dependencies of operations on its integrations. */
export interface TenantServices {
  readonly dependencies: IntegrationDependencies;
  readonly integrations: IntegrationsService;
  readonly webhooks: WebhooksService;
  readonly notifications: NotificationsService;
  readonly apiKeys: ApiKeysService;
  readonly settings: SettingsService;
}
