import type { HostQuestions } from '@portcullis/plugin-api';
import { createWebhooks } from '../delivery/api/create-webhooks.ts';
import { createIdempotency } from '../idempotency/create-idempotency.ts';
import { createIntegrations } from '../integrations/api/create-integrations.ts';
import type { IntegrationDependencies } from '../integrations/context/integration-dependencies.ts';
import { scopedEvents } from '../kernel/events/create-event-hub.ts';
import { ofTenant } from '../kernel/events/typed-events.ts';
import { createTenantLimiter, UNLIMITED } from '../limits/tenant-limiter.ts';
import { DEFAULT_INSTANCE_OPTIONS, DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import { DEFAULT_TENANT } from '../ports/store/store.ts';
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
  TENANT_LIMITS,
  TENANT_SETTINGS,
} from './tokens.ts';

/**
 * Creates the services of a tenant on the tenant's part of the store. They have no state: caches, batches and background work
 * belong to the instance.
 */
export function createTenantServices(
  { get }: Parts,
  environment: Environment,
  { tenant, markId }: TenantFacts,
  limits: () => TenantLimits,
): TenantServices {
  const { clock, random, host } = environment;
  const store = environment.store.scoped(tenant);
  const events = scopedEvents(get(EVENTS), tenant);
  const limiter =
    tenant === DEFAULT_TENANT
      ? UNLIMITED
      : createTenantLimiter({ ofInstance: get(TENANT_LIMITS), current: limits, events });
  const scoped = { ...environment, tenant, store, events, limiter, logger: tenantLogger(environment.logger, tenant) };
  const integrationOptions = { ...DEFAULT_INTEGRATION_OPTIONS, ...environment.integrations };
  const secrets = createSealedSecrets(scoped);
  const idempotency = createIdempotency({
    ...scoped,
    leaseMs: integrationOptions.leaseMs,
    keepHours: environment.idempotencyKeyHours ?? DEFAULT_INSTANCE_OPTIONS.idempotencyKeyHours,
  });
  const settings = createSettings({ tenant, store, clock, tenantSettings: get(TENANT_SETTINGS) });
  const notifications = get(PUBLISHER).of(tenant);
  const dependencies: IntegrationDependencies = {
    ...scoped,
    instanceId: markId,
    isMarkOfOther: (id) => get(TENANT_DIRECTORY).isMarkOfOther(tenant, id),
    registry: get(REGISTRY),
    secrets,
    idempotency,
    settings,
    notifications,
    host: questionsFor(host, tenant),
    beforeRemove: async (removal) => host?.beforeRemove?.(removal, ofTenant(tenant)),
    options: integrationOptions,
    background: get(BACKGROUND),
  };
  return {
    dependencies,
    settings,
    // Limits hold for what the host publishes: what an operation publishes must not fail because of them.
    notifications: get(PUBLISHER).of(tenant, limiter),
    integrations: createIntegrations(dependencies, get(PROGRESS), get(KEY_RECOGNITION)),
    webhooks: createWebhooks({
      ...scoped,
      options: environment.webhooks,
      secrets,
      idempotency,
      kinds: get(KINDS),
      dispatcher: get(DISPATCHER),
      manualSends: get(MANUAL_SEND_LIMITER),
    }),
    apiKeys: createApiKeys({
      tenant,
      store,
      clock,
      random,
      lookUp: get(API_KEY_LOOK_UP),
      limiter,
      publishRevocation: (metadata, transaction) =>
        notifications.notify({ kind: 'apiKeyRevoked', metadata }, transaction),
    }),
  };
}

/** A host without the callback has no response. */
function questionsFor(host: HostCallbacks | undefined, tenant: string): HostQuestions {
  return { isDataSourceCredential: async (account) => host?.isDataSourceCredential?.(account, ofTenant(tenant)) };
}
