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
    // The schemas describe sent bodies, before any transformation. They also allow additional fields in responses.
    io: 'input',
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, underComponent(name, schema)]));
}
