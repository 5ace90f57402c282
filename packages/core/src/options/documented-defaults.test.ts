import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_CLOSE_DEADLINE_MS,
  DEFAULT_INSTANCE_OPTIONS,
  DEFAULT_INTEGRATION_OPTIONS,
  DEFAULT_SETTINGS,
  DEFAULT_WEBHOOK_OPTIONS,
} from './defaults.ts';

/** Returns the documented default of each option of a file, by its name. */
function documentedDefaults(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const options = text.matchAll(/@default ((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*(?:readonly )?(\w+)\??[:(]/g);
  return new Map([...options].map(([, value = '', name = '']) => [name, value]));
}

/** Returns a value as doc comments write it. */
function written(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return typeof value === 'string' ? `'${value}'` : String(value);
}

const { backlog, ...webhooks } = DEFAULT_WEBHOOK_OPTIONS;
const scalarSettings = Object.fromEntries(
  Object.entries(DEFAULT_SETTINGS).filter(([, value]) => value !== null && typeof value !== 'object'),
);

describe.each([
  ['integration-options.ts', DEFAULT_INTEGRATION_OPTIONS],
  ['webhook-options.ts', { ...webhooks, ...backlog }],
  ['portcullis-options.ts', DEFAULT_INSTANCE_OPTIONS],
  ['settings.ts', scalarSettings],
] as const)('the doc comments of %s', (file, defaults) => {
  const documented = documentedDefaults(file);

  it.each(Object.entries(defaults))('name the default of %s', (name, value) => {
    expect(documented.get(name)).toBe(written(value));
  });
});

it('the doc comment of the backlog names the default limit', () => {
  expect(documentedDefaults('webhook-options.ts').get('backlog')).toContain(written(backlog.limit));
});

it('the doc comment of close() names the default deadline', () => {
  const text = readFileSync(join(import.meta.dirname, '../composition/portcullis.ts'), 'utf8');
  expect(text).toMatch(new RegExp(`options\\.deadlineMs .* @default ${written(DEFAULT_CLOSE_DEADLINE_MS)}\n`));
});
