import { describe, expect, it, vi } from 'vitest';
import { isSql } from './fragment.ts';
import { sql } from './template.ts';

describe('isSql', () => {
  it('recognises fragments of another copy of the package', async () => {
    vi.resetModules();
    const other = await import('./template.ts');
    expect(other.sql).not.toBe(sql);
    expect(isSql(other.sql`SELECT 1`)).toBe(true);
    expect(() => sql`${other.sql`SELECT 1`}`).not.toThrow();
  });

  it.each([undefined, null, 'SELECT 1', 1, {}, [], () => sql`SELECT 1`])('does not recognise %o as SQL', (value) => {
    expect(isSql(value)).toBe(false);
  });
});
