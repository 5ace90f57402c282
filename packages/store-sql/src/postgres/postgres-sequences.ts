import { type IdRange, StoreError, TABLES, type TableName } from '@portcullis/core/ports';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { IdSequences } from '../operations/id-sequences.ts';
import type { Statement } from '../operations/statement-cache.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { ALL_ROWS, TENANT_SETTING } from './isolated-operations.ts';

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

/**
 * Moves sequences that are behind the ids in their tables. Logical replication and tools that copy tables copy no positions of sequences:
 * new rows would get ids that others have. Without a privilege on a sequence, its position is unknown, and it is not moved.
 *
 * @throws StoreError `STORE_FAILED` if the role may not move one that is behind.
 */
export async function catchUpSequences(db: Kysely<AnyTables>, schema: string, range: IdRange): Promise<void> {
  const find = (open: Kysely<AnyTables>) => sequencesBehind(open, schema, range);
  if ((await db.transaction().execute(find)).length === 0) return;
  await db.transaction().execute(async (open) => {
    // If several nodes start together, only one moves the sequences.
    await sql`select pg_advisory_xact_lock(hashtext(${`portcullis_sequences ${schema}`}))`.execute(open);
    for (const { name, greatest, mayMove } of await find(open)) {
      const next = Number(greatest) + MARGIN;
      if (!mayMove) {
        const message = `The sequence ${name} is behind the ids of its table, as after logical replication. Run as its owner: select setval('${name}', ${next})`;
        throw new StoreError('STORE_FAILED', message);
      }
      await sql`select setval(${name}::regclass, ${next}::bigint)`.execute(open);
    }
  });
}

/** A sequence that would assign existing ids. */
interface SequenceBehind {
  readonly name: string;
  readonly greatest: string;
  readonly mayMove: boolean;
}

async function sequencesBehind(
  open: Kysely<AnyTables>,
  schema: string,
  { after, through }: IdRange,
): Promise<readonly SequenceBehind[]> {
  // With row-level security, no rows would be visible.
  await sql`select set_config(${TENANT_SETTING}, ${ALL_ROWS}, true)`.execute(open);
  const used = (Object.keys(TABLES) as TableName[]).flatMap((table) => {
    const { id, name } = SQL_TABLES[table];
    if (!id) return [];
    return sql`select ${name}::text as table_name, max(id) as greatest from ${sql.id(schema, name)}
      where id > ${after} and id <= ${through}`;
  });
  const { rows } = await sql<SequenceBehind>`
    select sequence.name, greatest::text, has_sequence_privilege(sequence.name, 'update') as "mayMove"
    from (${sql.join(used, sql` union all `)}) as used
    cross join lateral
      (select pg_get_serial_sequence(format('%I.%I', ${schema}::text, used.table_name), 'id') as name) as sequence
    where greatest > case when has_sequence_privilege(sequence.name, 'usage, select')
      then coalesce(pg_sequence_last_value(sequence.name::regclass), 0) end`.execute(open);
  return rows;
}
