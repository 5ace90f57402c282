import type { HostQuestions } from '@portcullis/plugin-api';
import { createPluginRegistry } from '../changes/plugins/plugin-registry.ts';
import { createWebhooks } from '../delivery/api/create-webhooks.ts';
import { settingsDefaults } from '../delivery/attempt/retry/settings-defaults.ts';
import { createKindRegistry } from '../delivery/catalogue/kind-registry.ts';
import { createRetention } from '../delivery/history/retention/create-retention.ts';
import { createOperationalNotices } from '../delivery/operational/create-operational-notices.ts';
import { createNotifications } from '../delivery/publish/create-notifications.ts';
import { createIdempotency } from '../idempotency/create-idempotency.ts';
import { createIntegrations } from '../integrations/api/create-integrations.ts';
import { createBackgroundOperations } from '../integrations/operations/background-operations.ts';
import { createProgressFeeds } from '../integrations/operations/progress/progress-feeds.ts';
import { createReaper } from '../integrations/operations/reaper.ts';
import { createRecurringValidation } from '../integrations/validation/recurring-validation.ts';
import { createEventHub } from '../kernel/events/create-event-hub.ts';
import { DEFAULT_INSTANCE_OPTIONS, DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import { createApiKeys } from '../security/api-keys/create-api-keys.ts';
import { createSecretKeys } from '../security/reseal/create-secret-keys.ts';
import { createSealedSecrets } from '../security/seal/sealed-secrets.ts';
import { createSettings } from '../settings/create-settings.ts';
import { chooseDispatcher } from './choose-dispatcher.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import {
  API_KEYS,
  DISPATCHER,
  EVENTS,
  IDEMPOTENCY,
  INTEGRATION_DEPENDENCIES,
  INTEGRATIONS,
  KINDS,
  NOTIFICATIONS,
  OPERATIONAL_NOTICES,
  PROGRESS,
  REAPER,
  RECURRING_VALIDATION,
  REGISTRY,
  RETENTION,
  SECRET_KEYS,
  SECRETS,
  SETTINGS,
  WEBHOOKS,
} from './tokens.ts';

/** Registers every part of an instance. Nothing is made until it is asked for, and then once. */
export function compose(parts: Parts, environment: Environment): Parts {
  parts.add(EVENTS, () => createEventHub(environment.logger));
  parts.add(REGISTRY, () => createPluginRegistry(environment.plugins));
  parts.add(SECRETS, () => createSealedSecrets(environment));
  parts.add(SECRET_KEYS, ({ get }) => createSecretKeys({ ...environment, events: get(EVENTS) }));
  parts.add(IDEMPOTENCY, () => {
    const { leaseMs } = { ...DEFAULT_INTEGRATION_OPTIONS, ...environment.integrations };
    return createIdempotency({
      ...environment,
      leaseMs,
      keepHours: environment.idempotencyKeyHours ?? DEFAULT_INSTANCE_OPTIONS.idempotencyKeyHours,
    });
  });
  parts.add(SETTINGS, () => createSettings({ ...environment, defaults: settingsDefaults(environment) }));
  addWebhooks(parts, environment);
  parts.add(API_KEYS, ({ get }) =>
    createApiKeys({
      ...environment,
      publishRevocation: (metadata, transaction) =>
        get(NOTIFICATIONS).notify({ kind: 'apiKeyRevoked', metadata }, transaction),
    }),
  );
  addIntegrations(parts, environment);
  return parts;
}

function addWebhooks(parts: Parts, environment: Environment): void {
  const { webhooks: options } = environment;
  parts.add(KINDS, () => createKindRegistry(options?.kinds));
  parts.add(NOTIFICATIONS, ({ get }) =>
    createNotifications({ ...environment, events: get(EVENTS), kinds: get(KINDS), backlog: options?.backlog }),
  );
  parts.add(DISPATCHER, ({ get }) =>
    chooseDispatcher(environment, { secrets: get(SECRETS), settings: get(SETTINGS), events: get(EVENTS) }),
  );
  parts.add(OPERATIONAL_NOTICES, ({ get }) =>
    createOperationalNotices({
      events: get(EVENTS),
      kinds: get(KINDS),
      publishInternal: get(NOTIFICATIONS).publishInternal,
      logger: environment.logger,
    }),
  );
  parts.add(RETENTION, ({ get }) => createRetention({ ...environment, events: get(EVENTS), settings: get(SETTINGS) }));
  parts.add(WEBHOOKS, ({ get }) =>
    createWebhooks({
      ...environment,
      options,
      events: get(EVENTS),
      secrets: get(SECRETS),
      idempotency: get(IDEMPOTENCY),
      kinds: get(KINDS),
      dispatcher: get(DISPATCHER),
    }),
  );
}

function addIntegrations(parts: Parts, environment: Environment): void {
  const { clock, logger } = environment;
  parts.add(INTEGRATION_DEPENDENCIES, ({ get }) => ({
    ...environment,
    registry: get(REGISTRY),
    secrets: get(SECRETS),
    idempotency: get(IDEMPOTENCY),
    settings: get(SETTINGS),
    notifications: get(NOTIFICATIONS),
    events: get(EVENTS),
    host: questionsFor(environment.host),
    beforeRemove: async (removal) => environment.host?.beforeRemove?.(removal),
    options: { ...DEFAULT_INTEGRATION_OPTIONS, ...environment.integrations },
    background: createBackgroundOperations({ clock, logger, events: get(EVENTS) }),
  }));
  parts.add(PROGRESS, ({ get }) =>
    createProgressFeeds({
      ...environment,
      events: get(EVENTS),
      pollMs: get(INTEGRATION_DEPENDENCIES).options.progressPollMs,
    }),
  );
  parts.add(INTEGRATIONS, ({ get }) => createIntegrations(get(INTEGRATION_DEPENDENCIES), get(PROGRESS)));
  parts.add(REAPER, ({ get }) => createReaper(get(INTEGRATION_DEPENDENCIES)));
  parts.add(RECURRING_VALIDATION, ({ get }) => createRecurringValidation(get(INTEGRATION_DEPENDENCIES)));
}

/** A host without the callback does not know the answer. */
function questionsFor(host: HostCallbacks | undefined): HostQuestions {
  return { isDataSourceCredential: async (account) => host?.isDataSourceCredential?.(account) };
}
