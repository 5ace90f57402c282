import { type AnyPluginDefinition, type ConfigField, configFields, REDACTION_MARKER } from '@portcullis/plugin-api';
import type { Config } from '../../kernel/input/config-paths.ts';
import { isPlainObject } from '../../kernel/input/plain-object.ts';

/**
 * Returns the config for output. It fails closed: a value is shown only if the schema names its path and declares it public in
 * every option of a union; unknown members are omitted.
 */
export function redactConfig(definition: AnyPluginDefinition, config: Config): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of fieldsOf(definition)) show(shown, config, field);
  return shown;
}

interface KnownField extends ConfigField {
  /** The keys of the path. */
  readonly keys: readonly string[];
}

/** The known fields, by schema. Schemas never change, and walking one takes longer than the rest of a response. */
const knownFields = new WeakMap<object, readonly KnownField[]>();

function fieldsOf({ config }: AnyPluginDefinition): readonly KnownField[] {
  const known = knownFields.get(config);
  if (known) return known;
  const fields = configFields(config).map((field) => ({ ...field, keys: field.path.split('.') }));
  knownFields.set(config, fields);
  return fields;
}

/** Copies the value at the path of a field, or the marker in its place. */
function show(shown: Record<string, unknown>, config: Config, field: KnownField, depth = 0): void {
  const { keys, exposure } = field;
  const key = keys[depth] as string;
  if (!Object.hasOwn(config, key)) return;
  const value = config[key];
  if (depth === keys.length - 1) {
    shown[key] = exposure === 'public' ? value : REDACTION_MARKER;
  } else if (isPlainObject(value)) {
    const inner: Record<string, unknown> = isPlainObject(shown[key]) ? shown[key] : {};
    shown[key] = inner;
    show(inner, value, field, depth + 1);
  } else if (value === null) {
    shown[key] = null;
  }
}

/** Returns the paths of a config's fields that have one of the given exposures. */
export function pathsWith(definition: AnyPluginDefinition, exposures: readonly string[]): readonly string[] {
  return fieldsOf(definition)
    .filter((field) => exposures.includes(field.exposure))
    .map((field) => field.path);
}
