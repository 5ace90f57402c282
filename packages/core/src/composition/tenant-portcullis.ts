import type { WebhooksService } from '../delivery/api/webhooks-service.ts';
import type { NotificationsService } from '../delivery/publish/notifications-service.ts';
import type { IntegrationsService } from '../integrations/api/integrations-service.ts';
import type { DeclaredKinds } from '../options/declared-kind.ts';
import type { ApiKeysService } from '../security/api-keys/api-keys-service.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { EventSource } from './portcullis-events.ts';

/**
 * The services of one tenant.
 *
 * @typeParam Kinds - the kinds that the host has declared, by which `notify` is typed. Code that does not publish can omit it.
 */
export interface TenantPortcullis<Kinds extends DeclaredKinds = DeclaredKinds> {
  /** The host's own id of the tenant; '' for the default one. */
  readonly id: string;
  readonly integrations: IntegrationsService;
  readonly webhooks: WebhooksService;
  readonly notifications: NotificationsService<Kinds>;
  readonly apiKeys: ApiKeysService;
  readonly settings: SettingsService;
  /** The events of this tenant. On the instance: those of all tenants, each with its `tenant`. */
  readonly events: EventSource;
}
