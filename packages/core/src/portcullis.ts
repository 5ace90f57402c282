import type { EventSource } from './composition/portcullis-events.ts';
import type { WebhooksService } from './delivery/api/webhooks-service.ts';
import type { NotificationsService } from './delivery/publish/notifications-service.ts';
import type { IntegrationsService } from './integrations/api/integrations-service.ts';
import type { DeclaredKinds } from './options/declared-kind.ts';
import type { ApiKeysService } from './security/api-keys/api-keys-service.ts';
import type { SecretKeysService } from './security/reseal/secret-keys-service.ts';
import type { SettingsService } from './settings/settings-service.ts';

/**
 * One instance of the library: one tenant, one store. The type does not depend on the plugins it was made with.
 *
 * @typeParam Kinds - the kinds that the host has declared, by which `notify` is typed. Who does not publish need not name them.
 */
export interface Portcullis<Kinds extends DeclaredKinds = DeclaredKinds> extends AsyncDisposable {
  readonly integrations: IntegrationsService;
  readonly webhooks: WebhooksService;
  readonly notifications: NotificationsService<Kinds>;
  readonly apiKeys: ApiKeysService;
  readonly settings: SettingsService;
  /** The keys that seal secrets at rest. */
  readonly secretKeys: SecretKeysService;
  readonly events: EventSource;
  /**
   * Random, kept in the store, and part of every mark on a platform. Note it down: with it an instance whose store was lost can be
   * followed by another one.
   */
  readonly instanceId: string;
  /** Returns whether the store answers. */
  health(): Promise<{ readonly status: 'ok' | 'closing' }>;
  /**
   * Stops request gate, waits for what is in flight, releases leases, closes the store.
   *
   * @param options.deadlineMs - how long to wait for what is in flight. @default 15,000
   */
  close(options?: { readonly deadlineMs?: number }): Promise<void>;
}
