import type { EventHub } from '../events/create-event-hub.ts';
import type { PortcullisEvents } from '../events/portcullis-events.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { Engine } from '../integrations/engine.ts';
import type { IntegrationsService } from '../integrations/integrations-service.ts';
import type { Reaper } from '../integrations/reaper.ts';
import type { RecurringValidation } from '../integrations/recurring-validation.ts';
import type { Notifications } from '../notifications/create-notifications.ts';
import type { KindRegistry } from '../notifications/kind-registry.ts';
import type { PluginRegistry } from '../platform/plugin-registry.ts';
import type { ProgressFeeds } from '../progress/progress-feeds.ts';
import type { ApiKeysService } from '../security/api-keys/api-keys-service.ts';
import type { SecretKeysPart } from '../security/resealing/create-secret-keys.ts';
import type { SealedSecrets } from '../security/sealed-secrets.ts';
import type { SettingsService } from '../settings/settings-service.ts';

import type { Dispatcher } from '../webhooks/dispatcher/create-dispatcher.ts';
import type { OperationalNotices } from '../webhooks/operational/create-operational-notices.ts';
import type { Retention } from '../webhooks/retention/create-retention.ts';
import type { WebhooksService } from '../webhooks/webhooks-service.ts';
import type { Token } from './container.ts';

const token = <Part>(name: string): Token<Part> => Symbol(`portcullis.${name}`) as Token<Part>;

/** The parts of an instance. */
export const EVENTS = token<EventHub<PortcullisEvents>>('events');
export const REGISTRY = token<PluginRegistry>('registry');
export const SECRETS = token<SealedSecrets>('secrets');
export const IDEMPOTENCY = token<Idempotency>('idempotency');
export const SECRET_KEYS = token<SecretKeysPart>('secret-keys');
export const SETTINGS = token<SettingsService>('settings');
export const KINDS = token<KindRegistry>('kinds');
export const NOTIFICATIONS = token<Notifications>('notifications');
export const API_KEYS = token<ApiKeysService>('api-keys');
export const ENGINE = token<Engine>('engine');
export const INTEGRATIONS = token<IntegrationsService>('integrations');
export const PROGRESS = token<ProgressFeeds>('progress');
export const REAPER = token<Reaper>('reaper');
export const DISPATCHER = token<Dispatcher>('dispatcher');
export const OPERATIONAL_NOTICES = token<OperationalNotices>('operational-notices');
export const WEBHOOKS = token<WebhooksService>('webhooks');
export const RECURRING_VALIDATION = token<RecurringValidation>('recurring-validation');
export const RETENTION = token<Retention>('retention');
