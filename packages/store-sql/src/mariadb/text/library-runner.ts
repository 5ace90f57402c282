import type { QueryRunner } from '../query-runner.ts';
import type { MariaDbParameter, MariaDbTransactionQueries } from '../transactions/transaction-queries.ts';

/** Statements that return rows. Quoted names and parameters are no part of the words that are found. */
const RETURNS_ROWS = /^select\b|\breturning\b/i;

/** Creates the runner of a transaction of a library, for statements of the text flavour. */
export function createLibraryRunner({ queryRows, changeRows }: MariaDbTransactionQueries): QueryRunner {
  return async (text, parameters = []) => {
    const given = parameters as readonly MariaDbParameter[];
    if (!RETURNS_ROWS.test(text)) return { rows: [], affected: Number(await changeRows(text, given)) };
    const rows = await queryRows(text, given);
    return { rows: rows.map((row) => Object.values(row)), affected: 0 };
  };
}
