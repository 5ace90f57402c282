import type { DeclaredKind } from './declared-kind.ts';
import type { HostCallbacks } from './host-callbacks.ts';
import type { IntegrationOptions } from './integration-options.ts';
import type { PortcullisOptions } from './portcullis-options.ts';
import type { BreakerPolicy, RetryPolicy } from './retry-policy.ts';
import type { Settings } from './settings.ts';
import type { TenantLimits } from './tenant-limits.ts';
import type { TenantOptions } from './tenant-options.ts';
import type { AllowedAddress, BacklogOptions, DispatcherThread, WebhookOptions } from './webhook-options.ts';
import type { WebhookProxy } from './webhook-proxy.ts';

/** The names in an object of options. */
export interface OptionGroup {
  /** Each name, with the names in its own value, or in each entry of it; null for a value whose names are not known. */
  readonly names: Readonly<Record<string, OptionGroup | null>>;
  /** True if the host may have other members in the object: then only similar names are refused. */
  readonly isOpen: boolean;
  /** True if every option is a function, so that any other value belongs to the host. */
  readonly hasCallbacks: boolean;
}

type NamesOf<Options> = { readonly [Name in keyof Options]-?: OptionGroup | null };

function group<Options>(names: NamesOf<Options>, { isOpen = false, hasCallbacks = false } = {}): OptionGroup {
  return { names, isOpen, hasCallbacks };
}

const SETTINGS = group<Settings>({
  webhookDeadlineMs: null,
  webhookAutomaticRetry: null,
  webhookRetrySchedule: null,
  webhookDisableAfterDays: null,
  webhookRetentionDays: group<Settings['webhookRetentionDays']>({ succeeded: null, failed: null }),
  recurringValidationPeriodMs: null,
  tableGrantsRolePrefix: null,
  policyAdjustmentLifetimeDays: null,
});

const INTEGRATIONS = group<IntegrationOptions>({
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

const RETRY_POLICY = group<RetryPolicy>({
  schedule: null,
  jitter: null,
  retryAfterCapMs: null,
  terminalStatuses: null,
  breaker: group<BreakerPolicy>({
    outagesInARow: null,
    share: null,
    minAttempts: null,
    windowMs: null,
    firstMs: null,
    maxMs: null,
  }),
});

const THREAD = group<DispatcherThread>({
  module: null,
  data: null,
  execArgv: null,
  resourceLimits: group<NonNullable<DispatcherThread['resourceLimits']>>({
    maxOldGenerationSizeMb: null,
    maxYoungGenerationSizeMb: null,
  }),
});

const WEBHOOKS = group<WebhookOptions>({
  allow: group<AllowedAddress>({ cidr: null, host: null, port: null }),
  httpsOnly: null,
  proxy: group<WebhookProxy>({ url: null, authorization: null, lookUp: null }),
  headerNames: group<NonNullable<WebhookOptions['headerNames']>>({ sha1: null, sha256: null }),
  traceContext: null,
  responseLimit: null,
  thread: THREAD,
  concurrency: null,
  concurrencyPerEndpoint: null,
  reconcileMs: null,
  retryPolicy: RETRY_POLICY,
  failingAfter: null,
  manualRetriesPerMinute: null,
  backlog: group<BacklogOptions>({ limit: null, policy: null }),
  maxPerRequest: null,
  kinds: group<DeclaredKind>({ kind: null, class: null, trigger: null, text: null, metadata: null }, { isOpen: true }),
});

const HOST = group<HostCallbacks>(
  {
    isDataSourceCredential: null,
    isMemberOfGroup: null,
    permissionsOf: null,
    shapePayload: null,
    beforeRemove: null,
  },
  { isOpen: true, hasCallbacks: true },
);

const TENANTS = group<TenantOptions>({
  create: null,
  limits: group<TenantLimits>({
    integrations: null,
    webhooks: null,
    apiKeys: null,
    notificationsPerSecond: null,
    notificationBurst: null,
    waitingDeliveries: null,
    concurrentDeliveries: null,
    concurrentOperations: null,
    storedBytes: null,
  }),
});

/** The names of all options of an instance. Plugins and ports may have any members. */
export const OPTION_NAMES = group<PortcullisOptions>({
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
