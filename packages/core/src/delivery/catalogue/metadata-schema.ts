import { z } from 'zod';
import { CATALOGUE } from './catalogue.ts';
import type { NotificationKind } from './kind-classes.ts';
import type { KindDescription } from './kind-description.ts';
import { BASE_FIELDS, METADATA_FIELDS, type MetadataField } from './metadata-fields.ts';

/** A schema for the metadata of a kind. */
export type MetadataSchema = z.ZodType<Readonly<Record<string, unknown>>>;

const schemas = new Map<NotificationKind, MetadataSchema>();

/** Returns the schema of a kind of the catalogue: its required and optional fields, and no others. Created on first use. */
export function metadataSchemaOf(kind: NotificationKind): MetadataSchema {
  const known = schemas.get(kind);
  if (known) return known;
  const schema = strictSchema(CATALOGUE[kind]);
  schemas.set(kind, schema);
  return schema;
}

/** The schema of a kind that the host declared: the base fields are checked, other fields are not. */
export const DECLARED_METADATA = z
  .object(BASE_FIELDS)
  .partial()
  .catchall(z.json() as z.ZodType<unknown>) satisfies MetadataSchema;

/**
 * Returns the schema of a kind that the host declared with its own schema: its fields and the base fields, and others only if it
 * is loose. Its output is checked again, because the engine reads the base fields and receivers get JSON.
 */
export function declaredMetadata(own: z.ZodObject): MetadataSchema {
  const base = Object.entries<z.ZodType>(BASE_FIELDS).filter(([name]) => !Object.hasOwn(own.shape, name));
  const whole = own.safeExtend(Object.fromEntries(base.map(([name, field]) => [name, field.optional()])));
  return (whole.def.catchall ? whole : whole.strict()).pipe(DECLARED_METADATA);
}

function strictSchema({ required, optional = [] }: KindDescription): MetadataSchema {
  const mandatory = new Set<MetadataField>(required);
  const names = new Set<MetadataField>([...(Object.keys(BASE_FIELDS) as MetadataField[]), ...required, ...optional]);
  const shape: Record<string, z.ZodType> = {};
  for (const name of names) {
    const field: z.ZodType = METADATA_FIELDS[name];
    shape[name] = mandatory.has(name) ? field : field.optional();
  }
  return z.strictObject(shape);
}
