import { z } from 'zod';

const jsonSchema = z.record(z.string(), z.unknown());

/** `IntegrationTypeView` of the core. */
export const integrationTypeSchema = z.object({
  type: z.string().describe('The value of `type` in bodies.'),
  id: z.string(),
  description: z.string(),
  pluginVersion: z.string(),
  bootstrap: z.enum(['automatic-or-manual', 'manual', 'none']),
  editable: z.boolean(),
  scripts: z.array(z.string()),
  configSchema: jsonSchema.optional().describe('JSON Schema 2020-12 of config; secrets are writeOnly.'),
  credentialsSchema: jsonSchema.optional().describe('JSON Schema 2020-12 of the DELETE body.'),
  immutable: z.array(z.string()).describe('Paths of config that PUT may not change.'),
});

/** `ClientSetupView` of the core. */
export const clientSetupSchema = z.object({
  key: z.string().meta({ format: 'password' }),
  previousKeyValidUntil: z.string().optional(),
  files: z.array(z.object({ path: z.string(), language: z.string(), content: z.string(), note: z.string() })),
  versions: z.array(z.object({ id: z.string(), title: z.string() })),
});
