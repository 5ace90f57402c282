import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** A reference to another source, which is the whole value: `${env:NAME}` or `${file:path}`. */
const REFERENCE = /^\$\{(env|file):([^}]+)\}$/;

/** The sources of references. */
export interface ReferenceSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder for relative paths. */
  readonly folder: string;
}

/** Returns whether a value is a reference. */
export function isReference(value: unknown): boolean {
  return typeof value === 'string' && REFERENCE.test(value);
}

/**
 * Returns a copy of a value with resolved references. The final line break of a file is removed.
 *
 * @throws UsageError when a variable is not set or a file cannot be read.
 */
export function resolveReferences(value: unknown, source: ReferenceSource): unknown {
  if (typeof value === 'string') return resolveText(value, source);
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, source));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item, source)]));
}

function resolveText(text: string, { env, folder }: ReferenceSource): string {
  const [, kind, name = ''] = REFERENCE.exec(text) ?? [];
  if (kind === undefined) return text;
  if (kind === 'env') {
    const found = env[name];
    if (found === undefined || found === '') throw new UsageError(`The environment variable ${name} is not set.`);
    return found;
  }
  try {
    return readFileSync(resolve(folder, name), 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new UsageError(`The file ${name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
