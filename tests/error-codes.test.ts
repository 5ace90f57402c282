import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, STORE_ERROR_CODES } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { CLIENT_ERROR_CODES } from '../packages/client/src/error-code.ts';
import { PLUGIN_ERROR_CODES } from '../packages/plugin-api/src/errors/plugin-error-codes.ts';
import { FAILURE_CLASSES } from '../packages/plugin-api/src/failures/failure-class.ts';

const root = join(import.meta.dirname, '..');
const tables = { ERROR_CODES, STORE_ERROR_CODES, PLUGIN_ERROR_CODES, CLIENT_ERROR_CODES };
const rows = Object.entries(tables).flatMap(([table, facts]) =>
  Object.entries(facts).map(([code, { when, help }]) => ({ table, code, when, help })),
);
const known = new Set(rows.map(({ code }) => code));

/** All modules that throw: without the tables, and without routes that only declare codes. */
const sources = globSync('{packages,plugins}/*/src/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|\/generated\/|\/testing\/|error-codes?\.ts$|store-error\.ts$|\/routes\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/**
 * The first code in the construction of an error: `new ServiceError('CODE', ...)`, `new PortcullisError({ code: 'CODE',
 * ... })`.
 */
const made = /new (?:Service|Store|Portcullis)Error\(\s*(?:\{\s*code:\s*)?'([A-Z_]+)'/g;

describe('the tables of error codes', () => {
  it.each(rows)('$table has a cause and a remedy for $code, in sentences', ({ when, help }) => {
    expect(when).toMatch(/^[A-Za-z].{15,}\.$/);
    expect(help).toMatch(/^[A-Z].{10,}\.$/);
    expect(help).not.toBe(when);
  });

  it('do not share a code', () => {
    expect(rows).toHaveLength(known.size);
  });

  it('have no unused code', () => {
    const text = sources.map((source) => source.text).join('\n');
    expect([...known].filter((code) => !new RegExp(`'${code}'`).test(text))).toEqual([]);
  });

  it('contain every used code', () => {
    const unknown = sources.flatMap(({ path, text }) =>
      [...text.matchAll(made)].flatMap(([, code = '']) => (known.has(code) ? [] : `${path}: ${code}`)),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the table of failure classes', () => {
  it.each(Object.entries(FAILURE_CLASSES))('has a meaning and a remedy for %s, in sentences', (_class, facts) => {
    expect(facts.meaning).toMatch(/^[A-Z].{15,}\.$/);
    expect(facts.help).toMatch(/^[A-Z].{15,}\.$/);
  });
});
