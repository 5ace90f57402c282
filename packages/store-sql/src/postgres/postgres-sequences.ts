import { type IdRange, StoreError, TABLES, type TableName } from '@portcullis/core/ports';
import { CompiledQuery, type Kysely } from 'kysely';
import type { IdSequences } from '../operations/id-sequences.ts';
import type { Statement } from '../operations/statement-cache.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';

/**
 * Number of ids that are skipped when a sequence is moved, because concurrent transactions may have taken ids since it
 * was read.
 */
const MARGIN = 1000;

const LAST = `coalesce(pg_sequence_last_value(sequence.name::regclass), 0)`;
const SEQUENCE = `(select pg_get_serial_sequence(format('%I.%I', $1::text, $2::text), 'id') as name) as sequence`;

/** Creates the sequences of a schema. The insert of a row with an explicit id does not move them. */
export function createPostgresSequences(schema: string, range: IdRange): IdSequences {
  return {
    range,
    moveTo(table, id): Statement {
      const text = `select setval(sequence.name::regclass, $3::bigint + ${MARGIN}) from ${SEQUENCE} where ${LAST} < $3::bigint`;
      return { ...CompiledQuery.raw(text, [schema, table, id]), keepsPlan: false };
    },
  };
}

/**
 * Moves the sequences of a schema to a range of ids.
 *
 * @throws StoreError `STORE_INPUT_INVALID` if they have assigned ids after the range.
 */
export async function enterIdRange(db: Kysely<AnyTables>, schema: string, { after, through }: IdRange): Promise<void> {
  for (const table of Object.keys(TABLES) as TableName[]) {
    const { id, name } = SQL_TABLES[table];
    if (!id) continue;
    const text = `select ${LAST} as last, case when ${LAST} < $3::bigint then setval(sequence.name::regclass, $3::bigint) end from ${SEQUENCE}`;
    const { rows } = await db.executeQuery<{ last: string }>(CompiledQuery.raw(text, [schema, name, after]));
    if (Number(rows[0]?.last) <= through) continue;
    throw new StoreError(
      'STORE_INPUT_INVALID',
      `The store has assigned ids of a higher cell in ${name}: set that cell.`,
    );
  }
}
