import type {
  ApiKeyCreatedView,
  ApiKeyRevokedView,
  ApiKeyView,
  CapabilitiesView,
  ClientSetupView,
  DeliveryStatisticsView,
  DriftReport,
  DryRunResponse,
  HistoryPageView,
  HistoryRecordView,
  IntegrationTypeView,
  IntegrationView,
  MigrationDryRunResponse,
  MigrationResponse,
  NotificationKindView,
  OperationResponse,
  OperationView,
  Plan,
  ProgressEvent,
  ScriptResponse,
  SecretKeysService,
  SecretKeysView,
  SetupPrivilegesView,
  StatusView,
  TimelineEntryView,
  UnresolvedObject,
  ValidationResults,
  WebhookChangeView,
  WebhookDetailView,
  WebhooksCreatedView,
  WebhookTestView,
  WebhookView,
} from '@portcullis/core';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { COMPONENT_SCHEMAS, type ComponentSchemaName } from '../openapi/component-schemas.ts';

/** The same type without `readonly`, which JSON does not have. */
type Mutable<Type> = Type extends readonly (infer Element)[]
  ? Mutable<Element>[]
  : Type extends object
    ? { -readonly [Key in keyof Type]: Mutable<Type[Key]> }
    : Type;

/** The same type with merged intersections, at every level. */
type Flat<Type> = Type extends readonly (infer Element)[]
  ? Flat<Element>[]
  : Type extends object
    ? { [Key in keyof Type]: Flat<Type[Key]> }
    : Type;

/** True when two types are the same in both directions. */
type Same<Left, Right> =
  (<Type>() => Type extends Left ? 1 : 2) extends <Type>() => Type extends Right ? 1 : 2 ? true : false;

type Documented<Name extends ComponentSchemaName> = Mutable<z.output<(typeof COMPONENT_SCHEMAS)[Name]>>;

/** Fails to compile if a schema of the document differs from the type of the core. */
const checked = {
  ValidationResults: true satisfies Same<Documented<'ValidationResults'>, Mutable<ValidationResults>>,
  Plan: true satisfies Same<Documented<'Plan'>, Mutable<Plan>>,
  Integration: true satisfies Same<Documented<'Integration'>, Mutable<IntegrationView>>,
  OperationResponse: true satisfies Same<Documented<'OperationResponse'>, Mutable<OperationResponse>>,
  DryRunResponse: true satisfies Same<Documented<'DryRunResponse'>, Mutable<DryRunResponse>>,
  MigrationResponse: true satisfies Same<Documented<'MigrationResponse'>, Mutable<MigrationResponse>>,
  MigrationDryRunResponse: true satisfies Same<Documented<'MigrationDryRunResponse'>, Mutable<MigrationDryRunResponse>>,
  UnresolvedObject: true satisfies Same<Documented<'UnresolvedObject'>, Mutable<UnresolvedObject>>,
  StatusResponse: true satisfies Same<Documented<'StatusResponse'>, Mutable<StatusView>>,
  Script: true satisfies Same<Documented<'Script'>, Mutable<ScriptResponse>>,
  Operation: true satisfies Same<Documented<'Operation'>, Mutable<OperationView>>,
  TimelineEntry: true satisfies Same<Documented<'TimelineEntry'>, Mutable<TimelineEntryView>>,
  DriftReport: true satisfies Same<Documented<'DriftReport'>, Mutable<DriftReport>>,
  ProgressEvent: true satisfies Same<Flat<Documented<'ProgressEvent'>>, Flat<Mutable<ProgressEvent>>>,
  IntegrationType: true satisfies Same<Documented<'IntegrationType'>, Mutable<IntegrationTypeView>>,
  ClientSetup: true satisfies Same<Documented<'ClientSetup'>, Mutable<ClientSetupView>>,
  Capabilities: true satisfies Same<Documented<'Capabilities'>, Mutable<CapabilitiesView>>,
  SetupPrivileges: true satisfies Same<Documented<'SetupPrivileges'>, Mutable<SetupPrivilegesView>>,
  Webhook: true satisfies Same<Documented<'Webhook'>, Mutable<WebhookView>>,
  WebhookDetail: true satisfies Same<Documented<'WebhookDetail'>, Mutable<WebhookDetailView>>,
  WebhookChange: true satisfies Same<Documented<'WebhookChange'>, Mutable<WebhookChangeView>>,
  WebhooksCreated: true satisfies Same<Documented<'WebhooksCreated'>, Mutable<WebhooksCreatedView>>,
  NotificationKind: true satisfies Same<Documented<'NotificationKind'>, Mutable<NotificationKindView>>,
  WebhookTest: true satisfies Same<Documented<'WebhookTest'>, Mutable<WebhookTestView>>,
  HistoryRecord: true satisfies Same<Documented<'HistoryRecord'>, Mutable<HistoryRecordView>>,
  HistoryPage: true satisfies Same<Documented<'HistoryPage'>, Mutable<HistoryPageView>>,
  DeliveryStatistics: true satisfies Same<
    Flat<Documented<'DeliveryStatistics'>>,
    Flat<Mutable<DeliveryStatisticsView>>
  >,
  ApiKey: true satisfies Same<Documented<'ApiKey'>, Mutable<ApiKeyView>>,
  SecretKeys: true satisfies Same<Documented<'SecretKeys'>, Mutable<SecretKeysView>>,
  Resealed: true satisfies Same<
    Flat<Documented<'Resealed'>>,
    Flat<Mutable<Awaited<ReturnType<SecretKeysService['reseal']>>>>
  >,
  ApiKeyCreated: true satisfies Same<Documented<'ApiKeyCreated'>, Mutable<ApiKeyCreatedView>>,
  ApiKeyRevoked: true satisfies Same<Documented<'ApiKeyRevoked'>, Mutable<ApiKeyRevokedView>>,
};

it('compares the response schemas with their types in the core, except those of this package', () => {
  const notOfTheCore = [
    'Error',
    'NoWebhookCreated',
    'Health',
    'IntegrationStatus',
    'Settings',
    'SettingsBody',
    'ApiKeyBody',
    'WebhooksBody',
    'WebhookBody',
    'WebhookChangeBody',
    'WebhookRecoverBody',
    'OwnershipDecisionBody',
    'WebhookRecovered',
  ];
  expect([...Object.keys(checked), ...notOfTheCore].sort()).toEqual(Object.keys(COMPONENT_SCHEMAS).sort());
});
