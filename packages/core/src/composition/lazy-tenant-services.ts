import type { PluginHostCallbacks } from '@portcullis/plugin-api';
import { createWebhooks } from '../delivery/api/create-webhooks.ts';
import type { WebhooksService } from '../delivery/api/webhooks-service.ts';
import type { NotificationsService } from '../delivery/publish/notifications-service.ts';
import { createIntegrations } from '../integrations/api/create-integrations.ts';
import type { IntegrationsService } from '../integrations/api/integrations-service.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import { ofTenant } from '../kernel/events/typed-events.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import type { ApiKeysService } from '../security/api-keys/api-keys-service.ts';
import { createApiKeys } from '../security/api-keys/create-api-keys.ts';
import { createSettings } from '../settings/create-settings.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { TenantFacts } from '../tenant-cache/tenant-facts.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import { integrationOptionsOf } from './integration-options-of.ts';
import { tenantLogger } from './tenant-logger.ts';
import { TenantParts } from './tenant-parts.ts';
import type { TenantServices } from './tenant-services.ts';
import {
  API_KEY_LOOK_UP,
  BACKGROUND,
  KEY_AUTHENTICATION,
  PROGRESS,
  PUBLISHER,
  REGISTRY,
  TENANT_DIRECTORY,
  TENANT_SETTINGS,
} from './tokens.ts';

/**
 * The services of a tenant on the tenant's part of the store, each created at its first use. They have no state: caches, batches and
 * background work belong to the instance. A node keeps the services of many tenants, most of which use few; the getters of a class
 * cost nothing for each tenant.
 */
export class LazyTenantServices implements TenantServices {
  readonly #get: Parts['get'];
  readonly #environment: Environment;
  readonly #parts: TenantParts;
  readonly #markId: string;
  #dependencies: IntegrationDependencies | undefined;
  #unlimitedNotifications: NotificationsService | undefined;
  #notifications: NotificationsService | undefined;
  #integrations: IntegrationsService | undefined;
  #webhooks: WebhooksService | undefined;
  #apiKeys: ApiKeysService | undefined;
  #settings: SettingsService | undefined;

  constructor(parts: Parts, environment: Environment, { tenant, markId }: TenantFacts, limits: () => TenantLimits) {
    this.#get = parts.get;
    this.#environment = environment;
    this.#parts = new TenantParts(parts, environment, tenant, limits);
    this.#markId = markId;
  }

  get dependencies(): IntegrationDependencies {
    const get = this.#get;
    const { tenant, store, events, limiter, secrets, idempotency } = this.#parts;
    const { clock, random, logger, queue, nodeId, host } = this.#environment;
    this.#dependencies ??= {
      tenant,
      store,
      events,
      limiter,
      clock,
      random,
      queue,
      nodeId,
      logger: tenantLogger(logger, tenant),
      instanceId: this.#markId,
      isMarkOfOther: (id) => get(TENANT_DIRECTORY).isMarkOfOther(tenant, id),
      registry: get(REGISTRY),
      secrets,
      idempotency,
      settings: this.settings,
      notifications: this.#engineNotifications,
      host: callbacksForPlugins(host, tenant),
      beforeRemove: async (removal) => host?.beforeRemove?.(removal, ofTenant(tenant)),
      options: integrationOptionsOf(this.#environment),
      background: get(BACKGROUND),
    };
    return this.#dependencies;
  }

  get integrations(): IntegrationsService {
    this.#integrations ??= createIntegrations(this.dependencies, this.#get(PROGRESS), this.#get(KEY_AUTHENTICATION));
    return this.#integrations;
  }

  get webhooks(): WebhooksService {
    this.#webhooks ??= createWebhooks(this.#parts);
    return this.#webhooks;
  }

  /** Limits hold for what the host publishes. What an operation publishes must fail neither because of them nor of the host. */
  get notifications(): NotificationsService {
    const { tenant, limiter } = this.#parts;
    this.#notifications ??= this.#get(PUBLISHER).of(tenant, limiter, () =>
      this.#get(TENANT_DIRECTORY).requireActive(tenant),
    );
    return this.#notifications;
  }

  get apiKeys(): ApiKeysService {
    const { tenant, store, clock, random, limiter } = this.#parts;
    this.#apiKeys ??= createApiKeys({
      tenant,
      store,
      clock,
      random,
      lookUp: this.#get(API_KEY_LOOK_UP),
      limiter,
      publishRevocation: (metadata, transaction) =>
        this.#engineNotifications.notify({ kind: 'apiKeyRevoked', metadata }, transaction),
    });
    return this.#apiKeys;
  }

  get settings(): SettingsService {
    const { tenant, store, clock, limiter } = this.#parts;
    this.#settings ??= createSettings({ tenant, store, clock, limiter, tenantSettings: this.#get(TENANT_SETTINGS) });
    return this.#settings;
  }

  get #engineNotifications(): NotificationsService {
    this.#unlimitedNotifications ??= this.#get(PUBLISHER).ofEngine(this.#parts.tenant);
    return this.#unlimitedNotifications;
  }
}

/** Returns the callbacks for plugins; a host without one does not know. */
function callbacksForPlugins(host: HostCallbacks | undefined, tenant: string): PluginHostCallbacks {
  return { isDataSourceCredential: async (account) => host?.isDataSourceCredential?.(account, ofTenant(tenant)) };
}
