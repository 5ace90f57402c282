import type { Cursor } from './cursor.ts';
import { parseType } from './parsing.ts';
import type { TableColumn } from './state.ts';

/** Reads the columns of a table; defaults are constants. Source: "CREATE TABLE (Azure Synapse Analytics)", Column options. */
export function parseColumns(cursor: Cursor): readonly (TableColumn & { readonly isMax: boolean })[] {
  const columns: (TableColumn & { readonly isMax: boolean })[] = [];
  cursor.expect('(');
  do {
    const name = cursor.identifier();
    const { type, length, isMax } = parseType(cursor);
    if (cursor.accept('COLLATE')) cursor.identifier();
    let isNullable = true;
    let fallback: string | number | null = null;
    for (;;) {
      if (cursor.accept('NOT', 'NULL')) isNullable = false;
      else if (cursor.accept('NULL')) isNullable = true;
      else if (cursor.accept('CONSTRAINT')) cursor.identifier();
      else if (cursor.accept('DEFAULT')) fallback = constantNext(cursor);
      else break;
    }
    columns.push({ name, type, length, isNullable, fallback, isMax });
  } while (cursor.accept(','));
  cursor.expect(')');
  return columns;
}

function constantNext(cursor: Cursor): string | number | null {
  if (cursor.accept('(')) {
    const inner = constantNext(cursor);
    cursor.expect(')');
    return inner;
  }
  if (cursor.accept('NULL')) return null;
  const { kind, value } = cursor.take();
  if (kind === 'text') return value;
  if (kind === 'number') return Number(value);
  throw cursor.refusal();
}

/** Reads WITH (...) of a table. Without it: round robin, with a columnstore index. Source: "CREATE TABLE (Azure Synapse Analytics)", Table options. */
export function parseTableOptions(cursor: Cursor): { readonly distribution: string; readonly isColumnstore: boolean } {
  let distribution = 'ROUND_ROBIN';
  let isColumnstore = true;
  if (!cursor.accept('WITH')) return { distribution, isColumnstore };
  cursor.expect('(');
  do {
    if (cursor.accept('HEAP')) isColumnstore = false;
    else if (cursor.accept('CLUSTERED', 'COLUMNSTORE', 'INDEX')) isColumnstore = true;
    else if (cursor.accept('CLUSTERED', 'INDEX')) {
      isColumnstore = false;
      cursor.expect('(');
      cursor.untilClosed();
    } else {
      cursor.expect('DISTRIBUTION', '=');
      distribution = cursor.take().upper;
      if (distribution === 'HASH') {
        cursor.expect('(');
        cursor.untilClosed();
      } else if (distribution !== 'ROUND_ROBIN' && distribution !== 'REPLICATE') throw cursor.refusal();
    }
  } while (cursor.accept(','));
  cursor.expect(')');
  return { distribution, isColumnstore };
}
