import { z } from 'zod';
import { COMPONENT_SCHEMAS } from './component-schemas.ts';
import { type JsonSchema, underComponent } from './json-schema.ts';

/** The JSON Schemas of {@link COMPONENT_SCHEMAS}, referring to each other. */
export function zodComponents(): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENT_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    uri: (id) => `#/components/schemas/${id}`,
    override: openUnlessStrict,
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, underComponent(name, schema)]));
}

/** Answers may grow, so a client must not take our word that there is nothing more; bodies are strict. */
function openUnlessStrict({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
}
