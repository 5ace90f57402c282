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
    // As bodies are sent, before any transformation. It also leaves answers open to more fields, which they may get.
    io: 'input',
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, underComponent(name, schema)]));
}
