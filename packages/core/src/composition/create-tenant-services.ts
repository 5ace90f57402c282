import type { HostQuestions } from '@portcullis/plugin-api';
import { createWebhooks } from '../delivery/api/create-webhooks.ts';
import type { WebhooksService } from '../delivery/api/webhooks-service.ts';
import type { NotificationsService } from '../delivery/publish/notifications-service.ts';
import { createIdempotency } from '../idempotency/create-idempotency.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import { createIntegrations } from '../integrations/api/create-integrations.ts';
import type { IntegrationsService } from '../integrations/api/integrations-service.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import { scopedEvents } from '../kernel/events/create-event-hub.ts';
import { ofTenant } from '../kernel/events/typed-events.ts';
import { createTenantLimiter, type TenantLimiter, UNLIMITED } from '../limits/tenant-limiter.ts';
import { DEFAULT_INSTANCE_OPTIONS, DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { IntegrationOptions } from '../options/integration-options.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import { DEFAULT_TENANT, type TenantStore } from '../ports/store/store.ts';
import type { ApiKeysService } from '../security/api-keys/api-keys-service.ts';
import { createApiKeys } from '../security/api-keys/create-api-keys.ts';
import { createSealedSecrets, type SealedSecrets } from '../security/seal/sealed-secrets.ts';
import { createSettings } from '../settings/create-settings.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { TenantFacts } from '../tenant-cache/tenant-facts.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import type { PortcullisEvents } from './portcullis-events.ts';
import { tenantLogger } from './tenant-logger.ts';
import type { TenantServices } from './tenant-services.ts';
import {
  API_KEY_LOOK_UP,
  BACKGROUND,
  DISPATCHER,
  EVENTS,
  KEY_RECOGNITION,
  KINDS,
  MANUAL_SEND_LIMITER,
  PROGRESS,
  PUBLISHER,
  REGISTRY,
  TENANT_DIRECTORY,
  TENANT_LIMITS,
  TENANT_SETTINGS,
} from './tokens.ts';

type TenantEvents = ReturnType<typeof scopedEvents<PortcullisEvents>>;

/**
 * Creates the services of a tenant on the tenant's part of the store. They have no state: caches, batches and background work
 * belong to the instance.
 */
export function createTenantServices(
  parts: Parts,
  environment: Environment,
  facts: TenantFacts,
  limits: () => TenantLimits,
): TenantServices {
  return new ServicesOnUse(parts, environment, facts, limits);
}

/**
 * The services of a tenant, each created at its first use. A node keeps those of thousands of tenants, most of which use few; the
 * getters of a class cost nothing for each tenant.
 */
class ServicesOnUse implements TenantServices {
  readonly #get: Parts['get'];
  readonly #environment: Environment;
  readonly #tenant: string;
  readonly #markId: string;
  readonly #store: TenantStore;
  readonly #events: TenantEvents;
  readonly #limiter: TenantLimiter;
  #secrets: SealedSecrets | undefined;
  #idempotency: Idempotency | undefined;
  #dependencies: IntegrationDependencies | undefined;
  #unlimitedNotifications: NotificationsService | undefined;
  #notifications: NotificationsService | undefined;
  #integrations: IntegrationsService | undefined;
  #webhooks: WebhooksService | undefined;
  #apiKeys: ApiKeysService | undefined;
  #settings: SettingsService | undefined;

  constructor({ get }: Parts, environment: Environment, { tenant, markId }: TenantFacts, limits: () => TenantLimits) {
    this.#get = get;
    this.#environment = environment;
    this.#tenant = tenant;
    this.#markId = markId;
    this.#store = environment.store.scoped(tenant);
    this.#events = scopedEvents(get(EVENTS), tenant);
    this.#limiter =
      tenant === DEFAULT_TENANT
        ? UNLIMITED
        : createTenantLimiter({ tenant, ofInstance: get(TENANT_LIMITS), limits, events: this.#events });
  }

  get dependencies(): IntegrationDependencies {
    const get = this.#get;
    const tenant = this.#tenant;
    const { clock, random, logger, queue, nodeId, host } = this.#environment;
    this.#dependencies ??= {
      tenant,
      store: this.#store,
      events: this.#events,
      limiter: this.#limiter,
      clock,
      random,
      queue,
      nodeId,
      logger: tenantLogger(logger, tenant),
      instanceId: this.#markId,
      isMarkOfOther: (id) => get(TENANT_DIRECTORY).isMarkOfOther(tenant, id),
      registry: get(REGISTRY),
      secrets: this.#sealedSecrets,
      idempotency: this.#keptResponses,
      settings: this.settings,
      notifications: this.#ownNotifications,
      host: questionsFor(host, tenant),
      beforeRemove: async (removal) => host?.beforeRemove?.(removal, ofTenant(tenant)),
      options: integrationOptionsOf(this.#environment),
      background: get(BACKGROUND),
    };
    return this.#dependencies;
  }

  get integrations(): IntegrationsService {
    this.#integrations ??= createIntegrations(this.dependencies, this.#get(PROGRESS), this.#get(KEY_RECOGNITION));
    return this.#integrations;
  }

  get webhooks(): WebhooksService {
    const { clock, random, queue, host, guard, webhooks: options } = this.#environment;
    this.#webhooks ??= createWebhooks({
      tenant: this.#tenant,
      store: this.#store,
      events: this.#events,
      limiter: this.#limiter,
      clock,
      random,
      queue,
      host,
      guard,
      options,
      secrets: this.#sealedSecrets,
      idempotency: this.#keptResponses,
      kinds: this.#get(KINDS),
      dispatcher: this.#get(DISPATCHER),
      manualSends: this.#get(MANUAL_SEND_LIMITER),
    });
    return this.#webhooks;
  }

  /** Limits hold for what the host publishes: what an operation publishes must not fail because of them. */
  get notifications(): NotificationsService {
    this.#notifications ??= this.#get(PUBLISHER).of(this.#tenant, this.#limiter, () =>
      this.#get(TENANT_DIRECTORY).requireActive(this.#tenant),
    );
    return this.#notifications;
  }

  get apiKeys(): ApiKeysService {
    const { clock, random } = this.#environment;
    this.#apiKeys ??= createApiKeys({
      tenant: this.#tenant,
      store: this.#store,
      clock,
      random,
      lookUp: this.#get(API_KEY_LOOK_UP),
      limiter: this.#limiter,
      publishRevocation: (metadata, transaction) =>
        this.#ownNotifications.notify({ kind: 'apiKeyRevoked', metadata }, transaction),
    });
    return this.#apiKeys;
  }

  get settings(): SettingsService {
    const { clock } = this.#environment;
    const tenantSettings = this.#get(TENANT_SETTINGS);
    this.#settings ??= createSettings({ tenant: this.#tenant, store: this.#store, clock, tenantSettings });
    return this.#settings;
  }

  get #ownNotifications(): NotificationsService {
    this.#unlimitedNotifications ??= this.#get(PUBLISHER).of(this.#tenant);
    return this.#unlimitedNotifications;
  }

  get #sealedSecrets(): SealedSecrets {
    const { secretKeys, random, clock } = this.#environment;
    this.#secrets ??= createSealedSecrets({ tenant: this.#tenant, store: this.#store, secretKeys, random, clock });
    return this.#secrets;
  }

  get #keptResponses(): Idempotency {
    const { secretKeys, random, clock, nodeId, idempotencyKeyHours } = this.#environment;
    this.#idempotency ??= createIdempotency({
      tenant: this.#tenant,
      store: this.#store,
      secretKeys,
      random,
      clock,
      nodeId,
      leaseMs: integrationOptionsOf(this.#environment).leaseMs,
      keepHours: idempotencyKeyHours ?? DEFAULT_INSTANCE_OPTIONS.idempotencyKeyHours,
    });
    return this.#idempotency;
  }
}

function integrationOptionsOf({ integrations }: Environment): Required<IntegrationOptions> {
  return { ...DEFAULT_INTEGRATION_OPTIONS, ...integrations };
}

/** A host without the callback has no response. */
function questionsFor(host: HostCallbacks | undefined, tenant: string): HostQuestions {
  return { isDataSourceCredential: async (account) => host?.isDataSourceCredential?.(account, ofTenant(tenant)) };
}
