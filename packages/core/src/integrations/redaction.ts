import {
  type AnyPluginDefinition,
  configFields,
  exposureOf,
  membersOf,
  REDACTION_MARKER,
  strictest,
} from '@portcullis/plugin-api';
import type { z } from 'zod';

type PlainObject = Readonly<Record<string, unknown>>;

/**
 * The config as it may leave the library. Fails closed: a value is shown only if the schema names its path and says that
 * it is public; unknown members are left out.
 */
export function redactConfig(definition: AnyPluginDefinition, config: PlainObject): Record<string, unknown> {
  return project(definition.config, config);
}

function project(schema: z.core.$ZodType, value: PlainObject): Record<string, unknown> {
  const members = membersOf(schema) ?? new Map<string, readonly z.core.$ZodType[]>();
  const shown: Record<string, unknown> = {};
  for (const [key, schemas] of members) {
    if (!Object.hasOwn(value, key)) continue;
    const member = value[key];
    const nested = schemas.find((each) => membersOf(each));
    if (strictest(schemas.map(exposureOf)) !== 'public') shown[key] = REDACTION_MARKER;
    else if (nested && isPlainObject(member)) shown[key] = project(nested, member);
    else if (isScalarTree(member)) shown[key] = member;
  }
  return shown;
}

/** The paths of a config's fields that have one of the given exposures. */
export function pathsWith(definition: AnyPluginDefinition, exposures: readonly string[]): readonly string[] {
  return configFields(definition.config)
    .filter((field) => exposures.includes(field.exposure))
    .map((field) => field.path);
}

/** Whether a value is an object literal, as JSON and YAML make them. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalarTree(value: unknown): boolean {
  return (
    value === null ||
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every(isScalarTree))
  );
}
