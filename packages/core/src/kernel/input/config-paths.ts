import { isPlainObject } from './plain-object.ts';

/** A config, or a part of one. */
export type Config = Readonly<Record<string, unknown>>;

/** Returns the value at a dot path, or undefined. */
export function valueAt(config: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      config,
    );
}

/** Returns a copy of the config with the value at a dot path; missing objects on the path are created. */
export function withValueAt(
  config: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...config, [key]: value };
  const inner = config[key];
  return { ...config, [key]: withValueAt(isPlainObject(inner) ? inner : {}, rest.join('.'), value) };
}

/** Returns a copy of the config without the value at a dot path. */
export function withoutPath(config: Readonly<Record<string, unknown>>, path: string): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  const copy = { ...config };
  const inner = copy[key];
  if (rest.length === 0) delete copy[key];
  else if (isPlainObject(inner)) copy[key] = withoutPath(inner, rest.join('.'));
  return copy;
}
