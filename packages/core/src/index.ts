/**
 * The Portcullis engine: integrations, notifications, webhooks, and the ports a host fills. Start at `createPortcullis`.
 *
 * @packageDocumentation
 */
export { createEngineQueue, type EngineQueueOptions } from './adapters/engine-queue/create-engine-queue.ts';
export type { TimedWakeup, WakeupEngine } from './adapters/engine-queue/wakeup-engine.ts';
export { createInProcessQueue, type InProcessQueueOptions } from './adapters/in-process-queue.ts';
export { createMemoryStore } from './adapters/memory-store/create-memory-store.ts';
export { createStaticSecretKeys, type StaticSecretKeysOptions } from './adapters/static-secret-keys.ts';
export { createStore } from './adapters/store-frame/create-store.ts';
export { inOwnTransaction } from './adapters/store-frame/in-own-transaction.ts';
export type {
  ColumnTest,
  EngineOperations,
  EngineQuery,
  EngineTransaction,
  SavepointTransaction,
  Scalar,
  StoreEngine,
  Tests,
  Values,
} from './adapters/store-frame/store-engine.ts';
export { createSystemClock } from './adapters/system-clock.ts';
export { createSystemRandom } from './adapters/system-random.ts';
export {
  createUndiciTransport,
  type UndiciTransportOptions,
} from './adapters/undici-transport/create-undici-transport.ts';
export type { OpenSocket, SocketRequest } from './adapters/undici-transport/open-socket.ts';
export type { ResolvedAddress, ResolveHost } from './adapters/undici-transport/resolve-host.ts';
export type { WebhookProxy } from './adapters/undici-transport/webhook-proxy.ts';
export type { NeededEdit } from './bootstrap/derive-migration.ts';
export type { ChangedObject, DifferingObject, EditDifference } from './bootstrap/edit-difference.ts';
export type { Plan, PlanStep } from './bootstrap/plan.ts';
export type { CapabilitiesView, CapabilityState, CapabilityView } from './capabilities/capabilities-view.ts';
export { createPortcullis } from './create-portcullis.ts';
export type { DriftDifference, DriftFinding, DriftReport, DriftState, DriftStatus } from './drift/drift-report.ts';
export { ERROR_CODES, type ErrorCode, type ErrorCodeFacts } from './errors/error-codes.ts';
export { type InputIssue, ServiceError, type ServiceErrorExtras } from './errors/service-error.ts';
export type { EventSource, PortcullisEventName, PortcullisEvents } from './events/portcullis-events.ts';
export type { Replayed } from './idempotency/idempotency.ts';
export type { AdoptableObject, AdoptionView } from './integrations/adoption/adoption-view.ts';
export type { ChangeOptions, CreateOptions, RequestedScript } from './integrations/change-options.ts';
export { INTEGRATION_STATUSES, type IntegrationStatus } from './integrations/integration-status.ts';
export type {
  ClientSetupView,
  DryRunAnswer,
  IntegrationTypeView,
  IntegrationView,
  JournalEntryView,
  OperationAnswer,
  OperationsQuery,
  OperationView,
  StatusView,
  VersionedIntegration,
} from './integrations/integration-views.ts';
export type { IntegrationsService } from './integrations/integrations-service.ts';
export {
  ENDED_STATUSES,
  LIFECYCLE,
  type LifecycleEvent,
  type Transition,
} from './integrations/lifecycle.ts';
export type { OperationFailure } from './integrations/operation-failure.ts';
export { OPERATION_KINDS, OPERATION_STATUSES } from './integrations/operations.ts';
export type { ScriptAnswer } from './integrations/script-answer.ts';
export { STATUS_MEANINGS } from './integrations/status-meanings.ts';
export type { MigrationAnswer, MigrationDryRunAnswer, MigrationFacts } from './migration/migration-views.ts';
export { CATALOGUE, NOTIFICATION_KINDS } from './notifications/catalogue/catalogue.ts';
export {
  ALL_NOTIFICATIONS,
  KIND_CLASSES,
  type KindClass,
  type NotificationKind,
} from './notifications/catalogue/kind-classes.ts';
export type { KindDescription } from './notifications/catalogue/kind-description.ts';
export type { MetadataField } from './notifications/catalogue/metadata-fields.ts';
export type { MetadataOf } from './notifications/catalogue/metadata-of.ts';
export type { DeclaredMetadataOf } from './notifications/declared-metadata-of.ts';
export { INTEGRATION_STATUS_CHANGED } from './notifications/integration-status-kind.ts';
export type {
  Notification,
  NotificationOf,
  NotificationsService,
  PublishedNotification,
} from './notifications/notifications-service.ts';
export type { Portcullis } from './portcullis.ts';
export type {
  AllowedAddress,
  BacklogOptions,
  DeclaredKind,
  DeclaredKinds,
  DispatcherThread,
  HostCallbacks,
  IntegrationOptions,
  PortcullisOptions,
  RetryPolicyOptions,
  WebhookOptions,
} from './portcullis-options.ts';
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
export type {
  Comparison,
  Condition,
  Match,
  Patch,
  Query,
  Store,
  StoreOperations,
  StoreTransaction,
  TransactionOptions,
  Where,
} from './ports/store/store.ts';
export { StoreConflictError } from './ports/store/store-conflict-error.ts';
export { STORE_ERROR_CODES, StoreError, type StoreErrorCode } from './ports/store/store-error.ts';
export type { StoreSignals } from './ports/store/store-signals.ts';
export { type NewRow, type Row, TABLES, type TableName } from './ports/store/tables.ts';
export type { NeededPrivilegeView, SetupPrivilegesView } from './privileges/setup-privileges-view.ts';
export type {
  OperationProgress,
  ProgressEvent,
  ProgressSnapshot,
  StatementProgress,
  TestProgress,
} from './progress/progress-event.ts';
export type { PlannedRemoval, RemovalVerdict, RuntimeObject } from './removal/planned-removal.ts';
export {
  type AddressGuard,
  type AddressGuardOptions,
  createAddressGuard,
} from './security/address-guard/address-guard.ts';
export { apiKeyBody } from './security/api-keys/api-key-body.ts';
export type { ApiKeyCreatedView, ApiKeysService, ApiKeyView } from './security/api-keys/api-keys-service.ts';
export { APPLICATION_ADMIN, type Principal, type RequestContext } from './security/principal.ts';
export type { OldKeyView, SecretKeysService, SecretKeysView } from './security/resealing/secret-keys-service.ts';
export type { Settings } from './settings/settings.ts';
export { settingsSchema } from './settings/settings-schema.ts';
export type { SettingsService } from './settings/settings-service.ts';
export { traced } from './tracing/traced.ts';
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
} from './tracing/tracing-channels.ts';
export type { FailureCause } from './validation/failure-cause.ts';
export {
  NOTHING_TO_VALIDATE,
  type ValidationResults,
  type ValidationStatus,
  type ValidationTestResult,
} from './validation/validation-results.ts';
export type { ValidationRunFacts } from './validation/validation-run-facts.ts';
export { recoverInput } from './webhooks/changing/recover-input.ts';
export { webhookChangeInput } from './webhooks/changing/webhook-change-input.ts';
export type { DeliveryFacts } from './webhooks/delivery-events.ts';
export { type DispatcherThreadOptions, runDispatcher } from './webhooks/dispatcher-thread/run-dispatcher.ts';
export { type DeliveryOptions, deliveryOptionsInput } from './webhooks/endpoint-health/delivery-options.ts';
export {
  DELIVERY_EXHAUSTED,
  DELIVERY_FAILING,
  DELIVERY_RECOVERED,
  OPERATIONAL_KINDS,
  WEBHOOK_BACKLOG_REACHED,
  WEBHOOK_DELIVERIES_EXPIRED,
  WEBHOOK_RECEIVER_CHANGED,
  WEBHOOK_STATE_CHANGED,
} from './webhooks/operational/operational-kinds.ts';
export { webhookInput } from './webhooks/registration/webhook-input.ts';
export { RETRY_POLICIES } from './webhooks/retry-policy/retry-policies.ts';
export {
  type BreakerPolicy,
  type RetryPolicy,
  TERMINAL_STATUSES,
  type TerminalStatus,
} from './webhooks/retry-policy/retry-policy.ts';
export type {
  AttemptView,
  HistoryPageView,
  HistoryQuery,
  HistoryRecordDetailView,
  HistoryRecordView,
  WebhookActivity,
  WebhookChangeView,
  WebhookCreationError,
  WebhookDetailView,
  WebhookStatsView,
  WebhooksCreatedView,
  WebhookTrialView,
  WebhookView,
} from './webhooks/webhook-views.ts';
export type { WebhooksService } from './webhooks/webhooks-service.ts';
