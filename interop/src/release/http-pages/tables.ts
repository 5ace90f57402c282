import { markdownTable } from 'markdown-table';
import type { Schema } from './document.ts';
import { code } from './prose.ts';
import { schemaRows } from './schema-rows.ts';

/** Returns a table without padding, so that one long cell does not make the file wide. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  return markdownTable(cells, { alignDelimiters: false });
}

/** Returns the table of the fields of an object. Empty for an object without fields. */
export function fieldTable(schema: Schema): string {
  const rows = schemaRows(schema);
  if (rows.length === 0) return '';
  return tableOf(
    ['field', 'values', 'required', 'meaning'],
    rows.map(({ path, values, required, description }) => [code(path), values, required ? 'yes' : 'no', description]),
  );
}
