import type { DeclaredKind } from './declared-kind.ts';
import type { HostCallbacks } from './host-callbacks.ts';
import type { IntegrationOptions } from './integration-options.ts';
import { optionGroup } from './option-group.ts';
import type { PortcullisOptions } from './portcullis-options.ts';
import type { BreakerPolicy, RetryPolicy } from './retry-policy.ts';
import type { Settings } from './settings.ts';
import type { TenantLimits } from './tenant-limits.ts';
import type { TenantOptions } from './tenant-options.ts';
import type { AllowedAddress, BacklogOptions, DeliveryThread, WebhookOptions } from './webhook-options.ts';
import type { WebhookProxy } from './webhook-proxy.ts';

const SETTINGS = optionGroup<Settings>({
  webhookDeadlineMs: null,
  webhookAutomaticRetry: null,
  webhookRetrySchedule: null,
  webhookDisableAfterDays: null,
  webhookRetentionDays: optionGroup<Settings['webhookRetentionDays']>({ succeeded: null, failed: null }),
  recurringValidationPeriodMs: null,
  tableGrantsRolePrefix: null,
  policyAdjustmentLifetimeDays: null,
});

const INTEGRATIONS = optionGroup<IntegrationOptions>({
  validationBudgetMs: null,
  validationConcurrency: null,
  driftDetection: null,
  secretExpiryWarningDays: null,
  statementDeadlineMs: null,
  transientRetries: null,
  leaseMs: null,
  progressPollMs: null,
  migrateAtStart: null,
  endedRetentionDays: null,
  timelineRetentionDays: null,
});

const RETRY_POLICY = optionGroup<RetryPolicy>({
  schedule: null,
  jitter: null,
  retryAfterCapMs: null,
  terminalStatuses: null,
  breaker: optionGroup<BreakerPolicy>({
    outagesInARow: null,
    share: null,
    minAttempts: null,
    windowMs: null,
    firstMs: null,
    maxMs: null,
  }),
});

const THREAD = optionGroup<DeliveryThread>({
  module: null,
  data: null,
  hostConcurrency: null,
  execArgv: null,
  resourceLimits: optionGroup<NonNullable<DeliveryThread['resourceLimits']>>({
    maxOldGenerationSizeMb: null,
    maxYoungGenerationSizeMb: null,
  }),
});

const WEBHOOKS = optionGroup<WebhookOptions>({
  allow: optionGroup<AllowedAddress>({ cidr: null, host: null, port: null }),
  httpsOnly: null,
  proxy: optionGroup<WebhookProxy>({ url: null, authorization: null, lookUp: null }),
  headerNames: optionGroup<NonNullable<WebhookOptions['headerNames']>>({ sha1: null, sha256: null }),
  traceContext: null,
  responseLimit: null,
  thread: THREAD,
  concurrency: null,
  concurrencyPerEndpoint: null,
  reconcileMs: null,
  retryPolicy: RETRY_POLICY,
  failingAfter: null,
  manualRetriesPerMinute: null,
  backlog: optionGroup<BacklogOptions>({ limit: null, policy: null }),
  payloadLimit: null,
  maxPerRequest: null,
  kinds: optionGroup<DeclaredKind>(
    { kind: null, class: null, trigger: null, text: null, metadata: null },
    { isOpen: true },
  ),
});

const HOST = optionGroup<HostCallbacks>(
  {
    isDataSourceCredential: null,
    isMemberOfGroup: null,
    permissionsOf: null,
    shapePayload: null,
    beforeRemove: null,
  },
  { isOpen: true, hasCallbacks: true },
);

const TENANTS = optionGroup<TenantOptions>({
  create: null,
  limits: optionGroup<TenantLimits>({
    integrations: null,
    webhooks: null,
    apiKeys: null,
    notificationsPerSecond: null,
    notificationBurst: null,
    waitingDeliveries: null,
    concurrentDeliveries: null,
    concurrentOperations: null,
    eventStreams: null,
    storedBytes: null,
  }),
});

/** The names of all options of an instance. Plugins and ports may have any members. */
export const OPTION_NAMES = optionGroup<PortcullisOptions>({
  plugins: null,
  store: null,
  secretKeys: null,
  queue: null,
  transport: null,
  clock: null,
  random: null,
  logger: null,
  settings: SETTINGS,
  idempotencyKeyHours: null,
  integrations: INTEGRATIONS,
  webhooks: WEBHOOKS,
  host: HOST,
  tenants: TENANTS,
});
