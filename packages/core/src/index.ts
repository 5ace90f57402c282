/**
 * The Portcullis engine: integrations, notifications, webhooks, and the ports a host fills. Start at `createPortcullis`.
 *
 * @packageDocumentation
 */
export { createInProcessQueue, type InProcessQueueOptions } from './adapters/in-process-queue.ts';
export { createMemoryStore, type MemoryStoreOptions } from './adapters/memory-store/create-memory-store.ts';
export { createStaticSecretKeys, type StaticSecretKeysOptions } from './adapters/static-secret-keys.ts';
export { createSystemClock } from './adapters/system-clock.ts';
export { createSystemRandom } from './adapters/system-random.ts';
export {
  createUndiciTransport,
  type UndiciTransportOptions,
} from './adapters/undici-transport/create-undici-transport.ts';
export type { OpenSocket, SocketRequest } from './adapters/undici-transport/open-socket.ts';
export type { ResolvedAddress, ResolveHost } from './adapters/undici-transport/resolve-host.ts';
export type { NeededEdit } from './changes/plan/derive-migration.ts';
export type { ChangedObject, DifferingObject, EditDifference } from './changes/plan/edit-difference.ts';
export type { Plan, PlanStep } from './changes/plan/plan.ts';
export type { PlannedEffect, PlannedObject } from './changes/plan/planned-objects.ts';
export type { ScriptResponse } from './changes/script/script-response.ts';
export type { FailureCause } from './changes/sessions/failure-cause.ts';
export type { Portcullis } from './composition/portcullis.ts';
export type { EventSource, PortcullisEventName, PortcullisEvents } from './composition/portcullis-events.ts';
export type { TenantPortcullis } from './composition/tenant-portcullis.ts';
export { unknownOptionIssues } from './composition/unknown-option-issues.ts';
export { createPortcullis } from './create-portcullis.ts';
export type { WebhooksService } from './delivery/api/webhooks-service.ts';
export type { AttemptResult } from './delivery/attempt/attempt-outcome.ts';
export { CATALOGUE, NOTIFICATION_KINDS } from './delivery/catalogue/catalogue.ts';
export type { DeclaredMetadataOf } from './delivery/catalogue/declared-metadata-of.ts';
export { INTEGRATION_STATUS_CHANGED } from './delivery/catalogue/integration-status-kind.ts';
export {
  ALL_NOTIFICATIONS,
  KIND_CLASSES,
  type KindClass,
  type NotificationKind,
} from './delivery/catalogue/kind-classes.ts';
export type { KindDescription } from './delivery/catalogue/kind-description.ts';
export type { MetadataField } from './delivery/catalogue/metadata-fields.ts';
export type { MetadataOf } from './delivery/catalogue/metadata-of.ts';
export {
  DELIVERY_EXHAUSTED,
  DELIVERY_FAILING,
  DELIVERY_RECOVERED,
  OPERATIONAL_KINDS,
  WEBHOOK_BACKLOG_REACHED,
  WEBHOOK_DELIVERIES_EXPIRED,
  WEBHOOK_RECEIVER_CHANGED,
  WEBHOOK_STATE_CHANGED,
} from './delivery/catalogue/operational-kinds.ts';
export type { DeliveryFacts } from './delivery/events/delivery-events.ts';
export type {
  Notification,
  NotificationOf,
  NotificationsService,
  PublishedNotification,
} from './delivery/publish/notifications-service.ts';
export { webhookInput } from './delivery/registration/webhook-input.ts';
export { type DeliveryOptions, deliveryOptionsInput } from './delivery/subscriptions/delivery-options.ts';
export { runDispatcher } from './delivery/thread/run-dispatcher.ts';
export type { RunDispatcherOptions } from './delivery/thread/run-dispatcher-options.ts';
export { recoverInput } from './delivery/update/recover-input.ts';
export { webhookChangeInput } from './delivery/update/webhook-change-input.ts';
export type {
  AttemptCounts,
  DeliveryCounts,
  DeliveryStatisticsView,
  DeliveryStep,
  StatisticsQuery,
  StatisticsRange,
} from './delivery/views/delivery-statistics-view.ts';
export type {
  AttemptView,
  HistoryPageView,
  HistoryQuery,
  HistoryRecordDetailView,
  HistoryRecordView,
  InstanceStatsView,
  NotificationKindView,
  WebhookActivity,
  WebhookChangeView,
  WebhookCreationError,
  WebhookDetailView,
  WebhookStatsView,
  WebhooksCreatedView,
  WebhookTestView,
  WebhookView,
} from './delivery/views/webhook-views.ts';
export type { Replayed } from './idempotency/idempotency.ts';
export type { IntegrationsService } from './integrations/api/integrations-service.ts';
export type {
  CapabilitiesView,
  CapabilityState,
  CapabilityView,
} from './integrations/capabilities/capabilities-view.ts';
export type { AuthenticatedKey } from './integrations/client-setup/key-authentication.ts';
export type {
  DriftDifference,
  DriftFinding,
  DriftReport,
  DriftState,
  DriftStatus,
} from './integrations/drift/drift-report.ts';
export { INTEGRATION_STATUSES, type IntegrationStatus } from './integrations/lifecycle/integration-status.ts';
export {
  ENDED_STATUSES,
  LIFECYCLE,
  LIFECYCLE_EVENTS,
  type LifecycleEvent,
  type Transition,
} from './integrations/lifecycle/lifecycle.ts';
export { STATUS_MEANINGS } from './integrations/lifecycle/status-meanings.ts';
export type {
  MigrationDryRunResponse,
  MigrationFacts,
  MigrationResponse,
} from './integrations/migrate/migration-views.ts';
export { OPERATION_KINDS, OPERATION_STATUSES } from './integrations/operations/operation-kinds.ts';
export type {
  OperationProgress,
  ProgressEvent,
  ProgressSnapshot,
  StatementProgress,
  TestProgress,
} from './integrations/operations/progress/progress-event.ts';
export type { NeededPrivilegeView, SetupPrivilegesView } from './integrations/privileges/setup-privileges-view.ts';
export {
  TIMELINE_EVENTS,
  type TimelineDrift,
  type TimelineEntryView,
  type TimelineEvent,
  type TimelineQuery,
} from './integrations/timeline/timeline-view.ts';
export type { AdoptableObject, AdoptionView } from './integrations/views/adoption-view.ts';
export type { ChangeOptions, CreateOptions, RequestedScript } from './integrations/views/change-options.ts';
export type { DriftedObject } from './integrations/views/drifted-object.ts';
export type {
  ClientSetupView,
  DryRunResponse,
  IntegrationTypeView,
  IntegrationView,
  JournalEntryView,
  OperationResponse,
  OperationsQuery,
  OperationView,
  StatusView,
  VersionedIntegration,
} from './integrations/views/integration-views.ts';
export type { OperationFailure } from './integrations/views/operation-failure.ts';
export {
  type OwnershipDecision,
  ownershipDecisionInput,
  type UnresolvedObject,
} from './integrations/views/unresolved-object.ts';
export {
  NOTHING_TO_VALIDATE,
  type ValidationResults,
  type ValidationStatus,
  type ValidationTestResult,
} from './integrations/views/validation-results.ts';
export type { ValidationRunFacts } from './integrations/views/validation-run-facts.ts';
export type { ErrorCodeFacts } from './kernel/errors/error-code-facts.ts';
export { ERROR_CODES, type ErrorCode } from './kernel/errors/error-codes.ts';
export type { ErrorDetails, NamedObject } from './kernel/errors/error-details.ts';
export { type InputIssue, ServiceError, type ServiceErrorExtras } from './kernel/errors/service-error.ts';
export type { OfTenant } from './kernel/events/typed-events.ts';
export { invalidRequest } from './kernel/input/parse-input.ts';
export { TENANT_LIMIT_CHANNEL, type TenantLimitMessage } from './kernel/tracing/limit-channel.ts';
export { type TracedFacts, type TracedWork, traced } from './kernel/tracing/traced.ts';
export {
  type HttpRequestTrace,
  type NotificationTrace,
  type OperationTrace,
  type StatementTrace,
  TRACING_CHANNELS,
  type Trace,
  type TraceContexts,
  type TracingChannelName,
  type ValidationTestTrace,
  type ValidationTrace,
  type WebhookAttemptTrace,
} from './kernel/tracing/tracing-channels.ts';
export type { DeclaredKind, DeclaredKinds } from './options/declared-kind.ts';
export type { HostCallbacks } from './options/host-callbacks.ts';
export type {
  IntegrationOptions,
  OperationOptions,
  RecordOptions,
  ValidationOptions,
} from './options/integration-options.ts';
export { type OptionGroup, type OptionNames, optionGroup } from './options/option-group.ts';
export type { PlannedRemoval, RemovalVerdict, RuntimeObject } from './options/planned-removal.ts';
export type { PortcullisOptions, PortOptions } from './options/portcullis-options.ts';
export { RETRY_POLICIES } from './options/retry-policies.ts';
export {
  type BreakerPolicy,
  type RetryPolicy,
  TERMINAL_STATUSES,
  type TerminalStatus,
} from './options/retry-policy.ts';
export type { Settings } from './options/settings.ts';
export type { OwnTenantLimits, TenantLimitName, TenantLimits } from './options/tenant-limits.ts';
export type { TenantOptions } from './options/tenant-options.ts';
export type {
  AllowedAddress,
  BacklogOptions,
  DeliveryThread,
  DispatchOptions,
  FailureOptions,
  ReceiverOptions,
  RetryPolicyOptions,
  WebhookOptions,
} from './options/webhook-options.ts';
export type { WebhookProxy } from './options/webhook-proxy.ts';
export type { Clock } from './ports/clock.ts';
export type {
  HttpTransport,
  TransportOutcome,
  TransportPhase,
  TransportRequest,
  TransportTiming,
} from './ports/http-transport.ts';
export type { JobQueue, Wakeup } from './ports/job-queue.ts';
export type { Logger } from './ports/logger.ts';
export type { Random } from './ports/random.ts';
export type { SecretKeys } from './ports/secret-keys.ts';
export type { ColumnType, ColumnValue, Json, TableDeclaration } from './ports/store/columns.ts';
export {
  type ALL_TENANTS,
  type AllTenantsOperations,
  type AllTenantsStore,
  type AllTenantsTransaction,
  type Comparison,
  type Condition,
  DEFAULT_TENANT,
  type FactoryOptions,
  type Match,
  type OwnedMatch,
  type OwnedQuery,
  type OwnedWhere,
  type Patch,
  type Query,
  type RowOperations,
  type Store,
  type StoreOperations,
  type StoreTransaction,
  type TenantStore,
  type TransactionOptions,
  type Where,
} from './ports/store/store.ts';
export { StoreConflictError } from './ports/store/store-conflict-error.ts';
export { STORE_ERROR_CODES, StoreError, type StoreErrorCode } from './ports/store/store-error.ts';
export type { StoreSignals } from './ports/store/store-signals.ts';
export {
  type NewOwnedRow,
  type NewRow,
  type OwnedRow,
  type Row,
  TABLES,
  type TableName,
} from './ports/store/tables.ts';
export {
  type AddressGuard,
  type AddressGuardOptions,
  createAddressGuard,
} from './security/address-guard/address-guard.ts';
export { apiKeyBody } from './security/api-keys/api-key-body.ts';
export type {
  ApiKeyCreatedView,
  ApiKeyRevokedView,
  ApiKeysService,
  ApiKeyView,
} from './security/api-keys/api-keys-service.ts';
export { checkPrincipal } from './security/principals/check-principal.ts';
export { APPLICATION_ADMIN, type Principal, type RequestContext } from './security/principals/principal.ts';
export type { ResealResult } from './security/reseal/reseal-all.ts';
export type { OldKeyView, SecretKeysService, SecretKeysView } from './security/reseal/secret-keys-service.ts';
export { settingsSchema } from './settings/settings-schema.ts';
export type { SettingsService } from './settings/settings-service.ts';
export type { TenantState } from './tenant-cache/tenant-facts.ts';
export type {
  NewTenant,
  OrphanedIntegration,
  TenantPage,
  TenantRemoval,
  TenantsService,
  TenantUsage,
  TenantView,
  UsageOfDay,
} from './tenants/tenants-service.ts';
export type { TenantImport } from './tenants/transfer/import-tenant.ts';
export type { TransferSource } from './tenants/transfer/read-lines.ts';
export type { TransferKey } from './tenants/transfer/transfer-seal.ts';
