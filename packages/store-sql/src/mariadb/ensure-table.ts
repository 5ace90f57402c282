import { numberOf } from './error-number.ts';
import type { QueryRunner } from './query-runner.ts';

const ER_NO_SUCH_TABLE = 1146;

/** Creates a table that only the store on MariaDB has, if it is missing. Afterwards, the account needs no `CREATE`. */
export async function ensureTable(run: QueryRunner, table: string, columns: string): Promise<void> {
  try {
    await run(`select 1 from ${table} limit 1`);
  } catch (error) {
    if (numberOf(error) !== ER_NO_SUCH_TABLE) throw error;
    await run(`create table if not exists ${table} (${columns}) engine = InnoDB`);
  }
}
