import type { SampleConfig } from '../plugin-conformance-options.ts';

/** Returns the dot paths of all texts in a config. */
export function stringPaths(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => stringPaths(inner, path === '' ? name : `${path}.${name}`));
}

/** Returns a config with another value at a dot path. */
export function withValueAt(config: SampleConfig, path: string, value: unknown): SampleConfig {
  const [name = '', ...rest] = path.split('.');
  const inner = config[name];
  return { ...config, [name]: rest.length === 0 ? value : withValueAt(inner as SampleConfig, rest.join('.'), value) };
}
