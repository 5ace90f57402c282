import { type Kysely, type RawBuilder, sql } from 'kysely';
import { COUNTED, COUNTS_TABLE } from '../operations/attempt-counts.ts';
import { PREFIX } from '../schema/layout-of.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';

const ATTEMPTS = SQL_TABLES.attempts.name;
/**
 * One in this many of the statements that add attempts also sums the counts of their groups. That is often enough for a read.
 * More sums would cost too much while a backup runs: vacuum then cannot remove the old rows, and each sum passes them (a
 * million in 100 ms).
 */
const STATEMENTS_PER_SUM = 512;

const COLUMNS = sql.raw(COUNTED.join(', '));
const columnsOf = (row: 'old' | 'new'): RawBuilder<unknown> =>
  sql.raw(COUNTED.map((column) => `${row}.${column}`).join(', '));

/**
 * Creates the table with the numbers of attempts, and the triggers that maintain it. A changed number is a new row with the difference,
 * so that transactions never wait for each other. Now and then, and after each removal, the rows of a group are replaced by their sum.
 * Rows that another transaction is summing are left alone.
 */
export async function createAttemptCounts(db: Kysely<AnyTables>, table: string): Promise<void> {
  if (table !== ATTEMPTS) return;
  const counts = inSchemaOf(db, COUNTS_TABLE);
  const attempts = inSchemaOf(db, ATTEMPTS);
  const trigger = inSchemaOf(db, `${PREFIX}count_attempts`);
  const statements = [
    sql`create table ${counts} (tenant text collate "C" not null, kind text collate "C" not null, global boolean not null,
      succeeded boolean not null, count bigint not null)`,
    sql`create index ${sql.id(`${COUNTS_TABLE}_by_tenant`)} on ${counts} (tenant, kind)`,
    sql`create function ${trigger}() returns trigger language plpgsql as $function$ begin
      if tg_op = 'UPDATE' then
        insert into ${counts} values (${columnsOf('old')}, -1), (${columnsOf('new')}, 1);
        return null;
      end if;
      insert into ${counts} select ${COLUMNS}, case tg_op when 'DELETE' then -count(*) else count(*) end
        from changed group by ${COLUMNS};
      if (tg_op = 'DELETE' or random() * ${sql.lit(STATEMENTS_PER_SUM)} < 1)
          and current_setting('transaction_isolation') = 'read committed' then
        with summed as (
          delete from ${counts} where ctid = any (array(
            select counts.ctid from ${counts} as counts
              join (select distinct ${COLUMNS} from changed) as groups using (${COLUMNS})
              for update of counts skip locked
          )) returning *
        )
        insert into ${counts} select ${COLUMNS}, sum(count) from summed group by ${COLUMNS} having sum(count) <> 0;
      end if;
      return null;
    end $function$`,
    sql`create trigger ${sql.id(`${ATTEMPTS}_added`)} after insert on ${attempts}
      referencing new table as changed for each statement execute function ${trigger}()`,
    sql`create trigger ${sql.id(`${ATTEMPTS}_removed`)} after delete on ${attempts}
      referencing old table as changed for each statement execute function ${trigger}()`,
    sql`create trigger ${sql.id(`${ATTEMPTS}_changed`)} after update of ${COLUMNS} on ${attempts} for each row
      when ((${columnsOf('old')}) is distinct from (${columnsOf('new')})) execute function ${trigger}()`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Returns a name with the schema of a database. Kysely adds the schema to its own statements, but not to raw ones. */
function inSchemaOf(db: Kysely<AnyTables>, name: string): RawBuilder<unknown> {
  return sql.raw(db.deleteFrom(name).compile().sql.replace('delete from ', ''));
}
