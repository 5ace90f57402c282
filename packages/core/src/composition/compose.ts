import type { HostQuestions } from '@portcullis/plugin-api';
import { createEventHub } from '../events/create-event-hub.ts';
import { createIdempotency } from '../idempotency/create-idempotency.ts';
import { createBackgroundWork } from '../integrations/background-work.ts';
import { createIntegrations } from '../integrations/create-integrations.ts';
import { createReaper } from '../integrations/reaper.ts';
import { createRecurringValidation } from '../integrations/recurring-validation.ts';
import { createNotifications } from '../notifications/create-notifications.ts';
import { createKindRegistry } from '../notifications/kind-registry.ts';
import { createPluginRegistry } from '../platform/plugin-registry.ts';
import { DEFAULT_INSTANCE_OPTIONS, DEFAULT_INTEGRATION_OPTIONS } from '../portcullis-defaults.ts';
import type { HostCallbacks } from '../portcullis-options.ts';
import { createProgressFeeds } from '../progress/progress-feeds.ts';
import { createApiKeys } from '../security/api-keys/create-api-keys.ts';
import { createSecretKeys } from '../security/resealing/create-secret-keys.ts';
import { createSealedSecrets } from '../security/sealed-secrets.ts';
import { createSettings } from '../settings/create-settings.ts';
import { createWebhooks } from '../webhooks/create-webhooks.ts';
import { chooseDispatcher } from '../webhooks/dispatcher-thread/choose-dispatcher.ts';
import { createOperationalNotices } from '../webhooks/operational/create-operational-notices.ts';
import { createRetention } from '../webhooks/retention/create-retention.ts';
import { settingsDefaults } from '../webhooks/retry-policy/settings-defaults.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import {
  API_KEYS,
  DISPATCHER,
  ENGINE,
  EVENTS,
  IDEMPOTENCY,
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
      announce: get(NOTIFICATIONS).announce,
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
  parts.add(ENGINE, ({ get }) => ({
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
    background: createBackgroundWork({ clock, logger, events: get(EVENTS) }),
  }));
  parts.add(PROGRESS, ({ get }) =>
    createProgressFeeds({ ...environment, events: get(EVENTS), pollMs: get(ENGINE).options.progressPollMs }),
  );
  parts.add(INTEGRATIONS, ({ get }) => createIntegrations(get(ENGINE), get(PROGRESS)));
  parts.add(REAPER, ({ get }) => createReaper(get(ENGINE)));
  parts.add(RECURRING_VALIDATION, ({ get }) => createRecurringValidation(get(ENGINE)));
}

/** A host that does not answer a question does not know. */
function questionsFor(host: HostCallbacks | undefined): HostQuestions {
  return { isDataSourceCredential: async (account) => host?.isDataSourceCredential?.(account) };
}
