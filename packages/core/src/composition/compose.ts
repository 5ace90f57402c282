import { settingsDefaults } from '../delivery/attempt/retry-schedule/settings-defaults.ts';
import { createKindRegistry } from '../delivery/catalogue/kind-registry.ts';
import { createHeldTenants } from '../delivery/claim/held-tenants.ts';
import { createRetention } from '../delivery/history/retention/create-retention.ts';
import { createOperationalNotices } from '../delivery/operational/create-operational-notices.ts';
import { createPublisher } from '../delivery/publish/create-publisher.ts';
import { createKeyAuthentication } from '../integrations/client-setup/key-authentication.ts';
import { createBackgroundOperations } from '../integrations/operations/background-operations.ts';
import { createProgressFeeds } from '../integrations/operations/progress/progress-feeds.ts';
import { createReaper } from '../integrations/operations/reaper.ts';
import { createPluginRegistry } from '../integrations/plugins/plugin-registry.ts';
import { createRecurringValidation } from '../integrations/validation/recurring-validation.ts';
import { createEventHub } from '../kernel/events/create-event-hub.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import { createRateLimiter } from '../kernel/time/rate-limiter.ts';
import { publishLimit } from '../kernel/tracing/limit-channel.ts';
import { checkLimits } from '../limits/limits-schema.ts';
import { DEFAULT_WEBHOOK_OPTIONS } from '../options/defaults.ts';
import { createApiKeyLookUp } from '../security/api-keys/look-up-api-key.ts';
import { createSecretKeys } from '../security/reseal/create-secret-keys.ts';
import { createSecretReader } from '../security/seal/create-secret-reader.ts';
import { createTenantSettings } from '../settings/tenant-settings.ts';
import { createTenantCache } from '../tenant-cache/create-tenant-cache.ts';
import { createKnownTenantsVersion } from '../tenant-cache/known-tenants-version.ts';
import { createRemoval } from '../tenants/create-removal.ts';
import { createTenants } from '../tenants/create-tenants.ts';
import { createTenantDirectory } from '../tenants/tenant-directory.ts';
import { chooseDispatcher } from './choose-dispatcher.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import { integrationOptionsOf } from './integration-options-of.ts';
import { LazyTenantServices } from './lazy-tenant-services.ts';
import type { PortcullisEvents } from './portcullis-events.ts';
import { activeDependenciesOf, dependenciesOf } from './tenant-dependencies.ts';
import { createTenantServicesCache } from './tenant-services-cache.ts';
import {
  API_KEY_LOOK_UP,
  BACKGROUND,
  DISPATCHER,
  EVENTS,
  HELD_TENANTS,
  KEY_AUTHENTICATION,
  KINDS,
  MANUAL_SEND_LIMITER,
  OPERATIONAL_NOTICES,
  PROGRESS,
  PUBLISHER,
  REAPER,
  RECURRING_VALIDATION,
  REGISTRY,
  RETENTION,
  SECRET_KEYS,
  TENANT_CACHE,
  TENANT_DIRECTORY,
  TENANT_LIMITS,
  TENANT_REMOVAL,
  TENANT_SERVICES,
  TENANT_SETTINGS,
  TENANTS,
  TENANTS_VERSION,
} from './tokens.ts';

/**
 * Registers every part of an instance: those for all tenants, and the services of each tenant. A part is created once, at its
 * first use.
 */
export function compose(parts: Parts, environment: Environment): Parts {
  const { allTenants } = environment.store;
  parts.add(EVENTS, () => {
    const events = createEventHub<PortcullisEvents>(environment.logger);
    events.on('tenant.limit', publishLimit);
    return events;
  });
  parts.add(REGISTRY, () => createPluginRegistry(environment.plugins));
  parts.add(SECRET_KEYS, ({ get }) => createSecretKeys({ ...environment, events: get(EVENTS) }));
  parts.add(TENANTS_VERSION, () => createKnownTenantsVersion({ ...environment, store: allTenants }));
  parts.add(TENANT_SETTINGS, ({ get }) =>
    createTenantSettings({
      ...environment,
      store: allTenants,
      tenantsVersion: get(TENANTS_VERSION),
      defaults: settingsDefaults(environment),
    }),
  );
  parts.add(TENANT_LIMITS, () => checkLimits(environment.tenants?.limits));
  addTenants(parts, environment);
  addDelivery(parts, environment);
  addIntegrations(parts, environment);
  return parts;
}

function addTenants(parts: Parts, environment: Environment): void {
  const { allTenants } = environment.store;
  const isCachedElsewhere = allTenants.shared || Boolean(environment.webhooks?.thread);
  parts.add(API_KEY_LOOK_UP, () => createApiKeyLookUp({ ...environment, store: allTenants }));
  parts.add(KEY_AUTHENTICATION, ({ get }) =>
    createKeyAuthentication({ ...environment, store: allTenants, registry: get(REGISTRY) }),
  );
  parts.add(TENANT_CACHE, ({ get }) => createTenantCache({ ...environment, tenantsVersion: get(TENANTS_VERSION) }));
  parts.add(TENANT_DIRECTORY, ({ get }) =>
    createTenantDirectory({
      ...environment,
      store: allTenants,
      tenantsVersion: get(TENANTS_VERSION),
      cache: get(TENANT_CACHE),
      createsOnFirstUse: environment.tenants?.create === 'on-first-use',
      limits: get(TENANT_LIMITS),
    }),
  );
  parts.add(HELD_TENANTS, ({ get }) =>
    createHeldTenants({
      tenantsVersion: get(TENANTS_VERSION),
      cache: get(TENANT_CACHE),
      limits: get(TENANT_LIMITS),
    }),
  );
  parts.add(TENANT_SERVICES, ({ get }) =>
    createTenantServicesCache(
      get(TENANT_DIRECTORY),
      (facts, limits) => new LazyTenantServices(parts, environment, facts, limits),
    ),
  );
  parts.add(TENANT_REMOVAL, ({ get }) =>
    createRemoval({
      ...environment,
      store: allTenants,
      events: get(EVENTS),
      directory: get(TENANT_DIRECTORY),
      settings: get(TENANT_SETTINGS),
      isCachedElsewhere,
      dependenciesOf: dependenciesOf(parts),
    }),
  );
  parts.add(TENANTS, ({ get }) =>
    createTenants({
      ...environment,
      store: allTenants,
      events: get(EVENTS),
      directory: get(TENANT_DIRECTORY),
      dispatcher: get(DISPATCHER),
      removal: get(TENANT_REMOVAL),
      isCachedElsewhere,
      lookUpApiKey: get(API_KEY_LOOK_UP),
      authenticateIntegrationKey: get(KEY_AUTHENTICATION),
    }),
  );
}

function addDelivery(parts: Parts, environment: Environment): void {
  const { webhooks: options, store, clock } = environment;
  const { allTenants } = store;
  parts.add(KINDS, () => createKindRegistry(options?.kinds));
  parts.add(PUBLISHER, ({ get }) =>
    createPublisher({
      ...environment,
      store: allTenants,
      events: get(EVENTS),
      kinds: get(KINDS),
      backlog: options?.backlog,
      payloadLimit: options?.payloadLimit,
      limits: get(TENANT_LIMITS),
      immediateLeases: get(DISPATCHER).immediateLeases,
    }),
  );
  parts.add(DISPATCHER, ({ get }) =>
    chooseDispatcher(environment, {
      readSecrets: createSecretReader({ ...environment, store: allTenants }),
      settings: get(TENANT_SETTINGS),
      heldTenants: get(HELD_TENANTS),
      events: get(EVENTS),
    }),
  );
  parts.add(MANUAL_SEND_LIMITER, () =>
    createRateLimiter(
      clock,
      options?.manualRetriesPerMinute ?? DEFAULT_WEBHOOK_OPTIONS.manualRetriesPerMinute,
      MINUTE_MS,
    ),
  );
  parts.add(OPERATIONAL_NOTICES, ({ get }) =>
    createOperationalNotices({
      events: get(EVENTS),
      kinds: get(KINDS),
      publisher: get(PUBLISHER),
      logger: environment.logger,
    }),
  );
  parts.add(RETENTION, ({ get }) =>
    createRetention({ ...environment, events: get(EVENTS), settings: get(TENANT_SETTINGS) }),
  );
}

function addIntegrations(parts: Parts, environment: Environment): void {
  const { clock, logger } = environment;
  const { allTenants } = environment.store;
  const options = integrationOptionsOf(environment);
  parts.add(BACKGROUND, ({ get }) => createBackgroundOperations({ clock, logger, events: get(EVENTS) }));
  parts.add(PROGRESS, ({ get }) =>
    createProgressFeeds({ ...environment, store: allTenants, events: get(EVENTS), pollMs: options.progressPollMs }),
  );
  parts.add(REAPER, ({ get }) =>
    createReaper({
      ...environment,
      store: allTenants,
      events: get(EVENTS),
      options,
      dependenciesOf: dependenciesOf(parts),
    }),
  );
  parts.add(RECURRING_VALIDATION, ({ get }) =>
    createRecurringValidation({
      ...environment,
      events: get(EVENTS),
      settings: get(TENANT_SETTINGS),
      dependenciesOf: activeDependenciesOf(parts),
    }),
  );
}
