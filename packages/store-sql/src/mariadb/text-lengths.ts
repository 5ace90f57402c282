import { type RawBuilder, sql } from 'kysely';
import type { IndexLayout, TableLayout } from '../schema/table-layout.ts';

/** The maximum number of characters of the id of a tenant, as the core limits it. */
const TENANT_LENGTH = 128;
/**
 * The maximum number of characters of any other text in a key. A key of InnoDB has 3,072 bytes, and a character up to
 * four: the id of a tenant, one such text and four numbers are less.
 */
const KEY_LENGTH = 600;

/**
 * Returns the maximum number of characters of a column, or undefined if it has none. Texts in keys and unique constraints have
 * one. Texts that begin an index have one too, because an index sorts rows only by texts that it contains whole.
 */
export function textLimitOf(layout: TableLayout, column: string): number | undefined {
  if (!isText(layout, column)) return undefined;
  if (column === 'tenant') return TENANT_LENGTH;
  const isKey = [layout.key, ...(layout.unique ?? [])].some(({ columns }) => columns.includes(column));
  const begins = (layout.indexes ?? []).some((index) => indexedColumns(index).slice(0, -1).includes(column));
  return isKey || begins ? KEY_LENGTH : undefined;
}

/** Returns the part of a column in an index: the beginning of a text if the whole texts of the index are too long. */
export function indexPartOf(layout: TableLayout, index: IndexLayout, column: string): RawBuilder<unknown> {
  const texts = indexedColumns(index).filter((each) => each !== 'tenant' && isText(layout, each));
  const share = Math.floor(KEY_LENGTH / texts.length);
  const limit = textLimitOf(layout, column) ?? Number.POSITIVE_INFINITY;
  if (!isText(layout, column) || limit <= share || column === 'tenant') return sql`${sql.ref(column)}`;
  return sql`${sql.ref(column)}(${sql.lit(share)})`;
}

function indexedColumns({ columns, where = {} }: IndexLayout): readonly string[] {
  return [...Object.keys(where), ...columns];
}

function isText({ columns }: TableLayout, column: string): boolean {
  return columns[column]?.replace('?', '') === 'text';
}
