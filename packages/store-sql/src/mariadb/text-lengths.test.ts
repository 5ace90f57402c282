import { TABLES, type TableName } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { createCompiler } from '../operations/compiler.ts';
import { encoderOf } from '../operations/encode.ts';
import { createTable } from '../schema/create-table.ts';
import { layoutOf } from '../schema/layout-of.ts';
import { SQL_TABLES, type SqlColumn } from '../schema/sql-table.ts';
import { MARIADB_FLAVOUR } from './mariadb-flavour.ts';
import { textLimitOf } from './text-lengths.ts';

const NUMBER_BYTES = 9;
const BYTES_PER_CHARACTER = 4;
const MAX_KEY_BYTES = 3072;

async function definitionOf(table: TableName): Promise<string> {
  const statements: string[] = [];
  await createTable(
    createCompiler(MARIADB_FLAVOUR, (text) => statements.push(text)),
    MARIADB_FLAVOUR,
    layoutOf(table),
  );
  return statements.join('\n');
}

describe('texts of MariaDB', () => {
  it('have a limit in keys', () => {
    expect(textLimitOf(layoutOf('targetClaims'), 'claim')).toBe(600);
    expect(textLimitOf(layoutOf('targetClaims'), 'tenant')).toBe(128);
  });

  it('have a limit in the condition of an index, which sorts rows after it', () => {
    expect(textLimitOf(layoutOf('deliveries'), 'status')).toBe(600);
  });

  it('have none at the end of an index, which has their beginning', async () => {
    expect(textLimitOf(layoutOf('managedObjects'), 'physicalKey')).toBeUndefined();
    expect(await definitionOf('managedObjects')).toContain('(`tenant`, `physical_key`(600))');
  });

  it('share the length of an index', async () => {
    expect(await definitionOf('secrets')).toContain('(`owner`(300), `name`(300), `id`)');
  });

  it('begin an index in place of its condition', async () => {
    expect(await definitionOf('deliveries')).toContain('(`status`, `webhook_id`, `due_at`, `id`)');
  });

  it.each(Object.keys(TABLES) as TableName[])('fit into every key of %s', async (table) => {
    const layout = layoutOf(table);
    for (const { columns } of [layout.key, ...(layout.unique ?? [])]) {
      const bytes = columns.map((column) => (textLimitOf(layout, column) ?? 0) * BYTES_PER_CHARACTER || NUMBER_BYTES);
      expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(MAX_KEY_BYTES);
    }
  });

  it('are refused when they are too long, before the server cuts them off', () => {
    const claim = SQL_TABLES.targetClaims.byProperty.get('claim') as SqlColumn;
    const encode = encoderOf(MARIADB_FLAVOUR, SQL_TABLES.targetClaims, claim);
    expect(encode?.('𝒳'.repeat(600))).toBe('𝒳'.repeat(600));
    expect(() => encode?.('a'.repeat(601))).toThrow(
      expect.objectContaining({ code: 'STORE_INPUT_INVALID', message: expect.stringContaining('600 characters') }),
    );
  });
});
