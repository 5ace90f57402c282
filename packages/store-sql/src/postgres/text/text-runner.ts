import type { Run } from '../../operations/sql-operations.ts';
import type { Statement } from '../../operations/statement-cache.ts';
import type { TransactionQueries } from '../transactions/transaction-queries.ts';

/** Runs statements of the text flavour in a transaction of a library. */
export interface TextRunner {
  readonly run: Run;
  /** Returns the id of the transaction. Resolves while it is open, before the first statement runs. */
  transactionId(): Promise<string>;
}

/** The statements whose result is the number of changed rows. */
const CHANGES: ReadonlySet<string> = new Set(['UpdateQueryNode', 'DeleteQueryNode']);

/** Creates the runner of a transaction. Statements run one after the other, because not every library queues them. */
export function createTextRunner({ queryText }: TransactionQueries): TextRunner {
  let turn: Promise<unknown> = Promise.resolve();
  let id: Promise<string> | undefined;

  async function send(text: string, parameters: readonly (string | null)[]): Promise<readonly (readonly unknown[])[]> {
    const rows = turn.then(() => queryText(text, parameters));
    turn = rows.catch(() => {});
    return (await rows).map((row) => Object.values(row));
  }

  function transactionId(): Promise<string> {
    id ??= send('select pg_current_xact_id()::text as text_id', []).then(([row]) => String(row?.[0]));
    return id;
  }

  return {
    transactionId,
    async run({ sql, parameters, query }) {
      await transactionId();
      const given = parameters.map((value) => (value === null ? null : String(value)));
      if (!CHANGES.has(query.kind)) return { rows: await send(sql, given), affected: 0 };
      const [row] = await send(countingChanges(sql), given);
      return { rows: [], affected: Number(row?.[0]) };
    },
  };
}

/** Libraries report the number of changed rows in different ways, or not at all. */
function countingChanges(text: Statement['sql']): string {
  return `with changed as (${text} returning 1) select count(*)::text as text_count from changed`;
}
