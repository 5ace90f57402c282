import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { z } from 'zod';
import { redactConfig } from '../config/redaction.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { scriptKindsOf } from '../plugins/plugin-registry.ts';
import type { IntegrationTypeView, VersionedIntegration } from '../views/integration-views.ts';
import type { IntegrationRecord } from './integration-record.ts';

/** Returns the view of a stored integration. Without its plugin, the public parts of its config are unknown, so none is shown. */
export function toIntegrationView(
  definition: AnyPluginDefinition | undefined,
  record: IntegrationRecord,
  drifted: boolean,
): VersionedIntegration {
  const clientConfigured = definition?.bootstrap === 'none';
  return {
    version: record.version,
    integration: {
      id: String(record.id),
      status: record.status as IntegrationStatus,
      ...(record.statusReason === null ? {} : { statusReason: record.statusReason }),
      validationResults: record.validationResults,
      ...(drifted ? { drifted } : {}),
      type: record.type,
      ...(clientConfigured
        ? {}
        : { autoBootstrap: record.autoBootstrap, config: definition ? redactConfig(definition, record.config) : {} }),
    },
  };
}

/** Returns the view of a type with its JSON Schemas, for forms. */
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
