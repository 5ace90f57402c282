import { type IdRange, StoreError, TABLES, type TableName } from '@portcullis/core/ports';
import { CompiledQuery } from 'kysely';
import type { IdSequences } from '../operations/id-sequences.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import type { QueryRunner } from './query-runner.ts';
import { sequenceOf } from './sequence-name.ts';

/** Creates the sequences of a database. The insert of a row with an explicit id does not move them. */
export function createMariaDbSequences(range: IdRange): IdSequences {
  return { range, moveTo: (table, id) => ({ ...CompiledQuery.raw(moving(table, id)), keepsPlan: false }) };
}

/**
 * Moves the sequences of a database to a range of ids.
 *
 * @throws StoreError `STORE_INPUT_INVALID` if they have assigned ids after the range.
 */
export async function enterIdRange(run: QueryRunner, { after, through }: IdRange): Promise<void> {
  for (const table of Object.keys(TABLES) as TableName[]) {
    const { id, name } = SQL_TABLES[table];
    if (!id) continue;
    const { rows } = await run(`select next_not_cached_value from ${sequenceOf(name)}`);
    const next = Number(rows[0]?.[0]);
    if (next > through + 1) {
      throw new StoreError(
        'STORE_INPUT_INVALID',
        `The store has assigned ids of a higher cell in ${name}: set that cell.`,
      );
    }
    if (next <= after) await run(moving(name, after));
  }
}

/** The statement after which the next id is greater than `id`. A sequence that is further already does not move. */
function moving(table: string, id: number): string {
  return `select setval(${sequenceOf(table)}, ${id})`;
}
