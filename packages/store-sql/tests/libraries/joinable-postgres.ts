import { createCommitPoller } from '../../src/connections/commit-poller.ts';
import { joinTransaction } from '../../src/postgres/host-transaction.ts';
import { type OpenPostgres, openPostgres } from '../../src/postgres/open-postgres.ts';
import { isRetryable } from '../../src/postgres/postgres-errors.ts';
import type { PostgresStoreOptions } from '../../src/postgres/postgres-store-options.ts';
import { readOutcomes } from '../../src/postgres/read-outcomes.ts';
import { readSessionLimits } from '../../src/postgres/session-limits.ts';
import { databaseErrorOf } from '../../src/postgres/text/database-error.ts';
import type { TransactionQueries } from '../../src/postgres.ts';
import type { JoinableDatabase } from './store-through-library.ts';

/** Creates a PostgreSQL whose store joins transactions of libraries. */
export function createJoinablePostgres(options: PostgresStoreOptions): JoinableDatabase<TransactionQueries> {
  let database: OpenPostgres | undefined;
  return {
    connectionString: options.connectionString ?? '',
    async open() {
      database = await openPostgres(options, readSessionLimits(options));
    },
    close: async () => database?.close(),
    join(joinable) {
      const { operationsOn, textOperationsOn, ask } = database as OpenPostgres;
      const askOutside = async (text: string, values: unknown[]) => {
        const { rows } = await ask(text, values);
        return { command: 'SELECT', rowCount: rows.length, rows };
      };
      return joinTransaction(joinable, {
        operationsOn,
        textOperationsOn,
        commits: createCommitPoller((ids) => readOutcomes(askOutside, ids)),
        ask: askOutside,
        isolates: options.rowLevelSecurity ?? false,
      });
    },
    limitLocks: ({ queryText }, milliseconds) =>
      queryText("select set_config('lock_timeout', $1, true)", [String(milliseconds)]),
    isRetryable: (error) => isRetryable(databaseErrorOf(error)),
  };
}
