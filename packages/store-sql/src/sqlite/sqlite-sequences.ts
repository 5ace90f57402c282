import type { DatabaseSync } from 'node:sqlite';
import { type IdRange, StoreError, TABLES, type TableName } from '@portcullis/core/ports';
import { CompiledQuery } from 'kysely';
import type { IdSequences } from '../operations/id-sequences.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';

/**
 * Creates the sequences of a SQLite file: the rows of the table `sqlite_sequence`. Each insert raises its row to the
 * inserted id.
 */
export function createSqliteSequences(range: IdRange): IdSequences {
  const statement = (text: string, parameters: readonly unknown[]) => ({
    ...CompiledQuery.raw(text, [...parameters]),
    keepsPlan: true,
  });
  return {
    range,
    lastId: (table) => statement('select max(seq) from sqlite_sequence where name = ?', [table]),
    moveTo: (table, id) => statement('update sqlite_sequence set seq = ? where name = ?', [id, table]),
  };
}

/**
 * Moves the sequences of a file to a range of ids.
 *
 * @throws StoreError `STORE_INPUT_INVALID` if it has assigned ids after the range.
 */
export function enterIdRange(writer: DatabaseSync, { after, through }: IdRange): void {
  const read = writer.prepare('select seq from sqlite_sequence where name = ?');
  for (const table of Object.keys(TABLES) as TableName[]) {
    const { id, name } = SQL_TABLES[table];
    if (!id) continue;
    const last = read.get(name)?.seq;
    if (Number(last ?? 0) > through) {
      throw new StoreError(
        'STORE_INPUT_INVALID',
        `The store has assigned ids of a higher cell in ${name}: set that cell.`,
      );
    }
    if (last === undefined && after > 0) {
      writer.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, after);
    } else if (Number(last) < after) {
      writer.prepare('update sqlite_sequence set seq = ? where name = ?').run(after, name);
    }
  }
}
