import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { z } from 'zod';
import { scriptKindsOf } from '../platform/plugin-registry.ts';
import type { Row } from '../ports/store/tables.ts';
import { isoTime } from '../time/iso-time.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { IntegrationStatus } from './integration-status.ts';
import type {
  IntegrationTypeView,
  JournalEntryView,
  OperationView,
  VersionedIntegration,
} from './integration-views.ts';
import { redactConfig } from './redaction.ts';

/** A stored integration as answers show it. Without its plugin nobody knows what of its config may be shown: nothing is. */
export function toIntegrationView(
  definition: AnyPluginDefinition | undefined,
  record: IntegrationRecord,
): VersionedIntegration {
  const clientConfigured = definition?.bootstrap === 'none';
  return {
    version: record.version,
    integration: {
      id: String(record.id),
      status: record.status as IntegrationStatus,
      validationResults: record.validationResults,
      type: record.type,
      ...(clientConfigured
        ? {}
        : { autoBootstrap: record.autoBootstrap, config: definition ? redactConfig(definition, record.config) : {} }),
    },
  };
}

/** A stored operation with its journal as answers show it. */
export function toOperationView(
  operation: Row<'operations'>,
  journal: readonly Row<'journalEntries'>[],
): OperationView {
  return {
    id: operation.id,
    kind: operation.kind,
    status: operation.status as OperationView['status'],
    startedAt: isoTime(operation.startedAt),
    ...(operation.finishedAt === null ? {} : { finishedAt: isoTime(operation.finishedAt) }),
    ...(operation.planHash === null ? {} : { planHash: operation.planHash }),
    ...(operation.error === null ? {} : { error: operation.error }),
    journal: journal.map(toJournalEntryView),
  };
}

function toJournalEntryView(row: Row<'journalEntries'>): JournalEntryView {
  return {
    position: row.position,
    direction: row.direction as JournalEntryView['direction'],
    action: row.action,
    object: { key: row.objectKey, kind: row.objectKind, name: row.objectName },
    stage: row.stage,
    actor: row.actor,
    ...(row.role === null ? {} : { role: row.role }),
    statement: row.text,
    status: row.status as JournalEntryView['status'],
    ...(row.error === null ? {} : { error: row.error }),
    startedAt: isoTime(row.startedAt),
    ...(row.finishedAt === null ? {} : { finishedAt: isoTime(row.finishedAt) }),
  };
}

/** A type with its JSON Schemas, for forms. */
export function toTypeView(definition: AnyPluginDefinition): IntegrationTypeView {
  return {
    type: definition.type,
    id: definition.id,
    description: definition.description,
    pluginVersion: definition.version,
    bootstrap: definition.bootstrap,
    editable: definition.editable,
    scripts: scriptKindsOf(definition),
    ...(definition.bootstrap === 'none' ? {} : { configSchema: jsonSchemaOf(definition.config) }),
    ...(definition.credentials ? { credentialsSchema: jsonSchemaOf(definition.credentials) } : {}),
    immutable: definition.immutable,
  };
}

function jsonSchemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Readonly<Record<string, unknown>>;
}
