import {
  apiKeyBody,
  ownershipDecisionInput,
  recoverInput,
  settingsSchema,
  webhookChangeInput,
  webhookInput,
} from '@portcullis/core';
import { apiKeyCreatedSchema, apiKeyRevokedSchema, apiKeySchema } from '../schemas/api-key-schema.ts';
import { capabilitiesSchema } from '../schemas/capabilities-schema.ts';
import { deliveryStatisticsSchema } from '../schemas/delivery-statistics-schema.ts';
import { driftReportSchema } from '../schemas/drift-schema.ts';
import {
  dryRunResponseSchema,
  integrationSchema,
  integrationStatusSchema,
  migrationDryRunResponseSchema,
  migrationResponseSchema,
  operationResponseSchema,
  scriptSchema,
  statusSchema,
} from '../schemas/integration-schema.ts';
import { clientSetupSchema, integrationTypeSchema } from '../schemas/integration-type-schema.ts';
import { operationSchema } from '../schemas/operation-schema.ts';
import { planSchema } from '../schemas/plan-schema.ts';
import { progressEventSchema } from '../schemas/progress-schema.ts';
import { resealedSchema, secretKeysSchema } from '../schemas/secret-keys-schema.ts';
import { errorSchema, healthSchema, noWebhookCreatedSchema } from '../schemas/service-schema.ts';
import { setupPrivilegesSchema } from '../schemas/setup-privileges-schema.ts';
import { timelineEntrySchema } from '../schemas/timeline-schema.ts';
import { unresolvedObjectSchema } from '../schemas/unresolved-object-schema.ts';
import { validationResultsSchema } from '../schemas/validation-results-schema.ts';
import { webhooksBodySchema } from '../schemas/webhook-body-schema.ts';
import {
  historyPageSchema,
  historyRecordSchema,
  notificationKindSchema,
  webhookChangeSchema,
  webhookDetailSchema,
  webhookRecoveredSchema,
  webhookSchema,
  webhooksCreatedSchema,
  webhookTestSchema,
} from '../schemas/webhook-schema.ts';

/** The zod schemas behind the document, by their name in `components.schemas`. */
export const COMPONENT_SCHEMAS = {
  Error: errorSchema,
  NoWebhookCreated: noWebhookCreatedSchema,
  Health: healthSchema,
  ValidationResults: validationResultsSchema,
  Plan: planSchema,
  IntegrationStatus: integrationStatusSchema,
  Integration: integrationSchema,
  OperationResponse: operationResponseSchema,
  DryRunResponse: dryRunResponseSchema,
  MigrationResponse: migrationResponseSchema,
  MigrationDryRunResponse: migrationDryRunResponseSchema,
  StatusResponse: statusSchema,
  Script: scriptSchema,
  Operation: operationSchema,
  TimelineEntry: timelineEntrySchema,
  DriftReport: driftReportSchema,
  ProgressEvent: progressEventSchema,
  IntegrationType: integrationTypeSchema,
  ClientSetup: clientSetupSchema,
  SetupPrivileges: setupPrivilegesSchema,
  Capabilities: capabilitiesSchema,
  UnresolvedObject: unresolvedObjectSchema,
  OwnershipDecisionBody: ownershipDecisionInput,
  Webhook: webhookSchema,
  WebhookDetail: webhookDetailSchema,
  WebhookChange: webhookChangeSchema,
  WebhooksCreated: webhooksCreatedSchema,
  WebhooksBody: webhooksBodySchema,
  WebhookBody: webhookInput,
  WebhookChangeBody: webhookChangeInput,
  WebhookRecoverBody: recoverInput,
  WebhookRecovered: webhookRecoveredSchema,
  WebhookTest: webhookTestSchema,
  NotificationKind: notificationKindSchema,
  HistoryRecord: historyRecordSchema,
  HistoryPage: historyPageSchema,
  DeliveryStatistics: deliveryStatisticsSchema,
  Settings: settingsSchema,
  SettingsBody: settingsSchema.partial(),
  SecretKeys: secretKeysSchema,
  Resealed: resealedSchema,
  ApiKey: apiKeySchema,
  ApiKeyCreated: apiKeyCreatedSchema,
  ApiKeyRevoked: apiKeyRevokedSchema,
  ApiKeyBody: apiKeyBody,
} as const;

/** A schema of {@link COMPONENT_SCHEMAS}. */
export type ComponentSchemaName = keyof typeof COMPONENT_SCHEMAS;
