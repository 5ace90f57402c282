import type { HostQuestions } from '@portcullis/plugin-api';
import { createWebhooks } from '../delivery/api/create-webhooks.ts';
import { createIdempotency } from '../idempotency/create-idempotency.ts';
import { createIntegrations } from '../integrations/api/create-integrations.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import { scopedEvents } from '../kernel/events/create-event-hub.ts';
import { ofTenant } from '../kernel/events/typed-events.ts';
import { once } from '../kernel/lifetime/once.ts';
import { DEFAULT_INSTANCE_OPTIONS, DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import { createApiKeys } from '../security/api-keys/create-api-keys.ts';
import { createSealedSecrets } from '../security/seal/sealed-secrets.ts';
import { createSettings } from '../settings/create-settings.ts';
import type { TenantFacts } from '../tenants/tenant-directory.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
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
  TENANT_SETTINGS,
} from './tokens.ts';

/**
 * Makes the services of a tenant on the tenant's part of the store, each when it is first used: a request uses one or two of them. They
 * keep nothing themselves: caches, batches and what runs in the background belong to the instance.
 */
export function createTenantServices(
  { get }: Parts,
  environment: Environment,
  { tenant, markId }: TenantFacts,
): TenantServices {
  const { clock, random, host } = environment;
  const store = environment.store.scoped(tenant);
  const scoped = once(() => ({
    ...environment,
    tenant,
    store,
    events: scopedEvents(get(EVENTS), tenant),
    logger: tenantLogger(environment.logger, tenant),
  }));
  const integrationOptions = once(() => ({ ...DEFAULT_INTEGRATION_OPTIONS, ...environment.integrations }));
  const secrets = once(() => createSealedSecrets(scoped()));
  const idempotency = once(() =>
    createIdempotency({
      ...scoped(),
      leaseMs: integrationOptions().leaseMs,
      keepHours: environment.idempotencyKeyHours ?? DEFAULT_INSTANCE_OPTIONS.idempotencyKeyHours,
    }),
  );
  const settings = once(() => createSettings({ tenant, store, clock, tenantSettings: get(TENANT_SETTINGS) }));
  const notifications = once(() => get(PUBLISHER).of(tenant));
  const dependencies = once(
    (): IntegrationDependencies => ({
      ...scoped(),
      instanceId: markId,
      isMarkOfOther: (id) => get(TENANT_DIRECTORY).isMarkOfOther(tenant, id),
      registry: get(REGISTRY),
      secrets: secrets(),
      idempotency: idempotency(),
      settings: settings(),
      notifications: notifications(),
      host: questionsFor(host, tenant),
      beforeRemove: async (removal) => host?.beforeRemove?.(removal, ofTenant(tenant)),
      options: integrationOptions(),
      background: get(BACKGROUND),
    }),
  );
  const integrations = once(() => createIntegrations(dependencies(), get(PROGRESS), get(KEY_RECOGNITION)));
  const webhooks = once(() =>
    createWebhooks({
      ...scoped(),
      options: environment.webhooks,
      secrets: secrets(),
      idempotency: idempotency(),
      kinds: get(KINDS),
      dispatcher: get(DISPATCHER),
      limiter: get(MANUAL_SEND_LIMITER),
    }),
  );
  const apiKeys = once(() =>
    createApiKeys({
      tenant,
      store,
      clock,
      random,
      lookUp: get(API_KEY_LOOK_UP),
      publishRevocation: (metadata, transaction) =>
        notifications().notify({ kind: 'apiKeyRevoked', metadata }, transaction),
    }),
  );
  return {
    get dependencies() {
      return dependencies();
    },
    get integrations() {
      return integrations();
    },
    get webhooks() {
      return webhooks();
    },
    get notifications() {
      return notifications();
    },
    get apiKeys() {
      return apiKeys();
    },
    get settings() {
      return settings();
    },
  };
}

/** A host without the callback does not know the answer. */
function questionsFor(host: HostCallbacks | undefined, tenant: string): HostQuestions {
  return { isDataSourceCredential: async (account) => host?.isDataSourceCredential?.(account, ofTenant(tenant)) };
}
