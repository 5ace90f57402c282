import { createCommitPoller } from '../../../src/connections/commit-poller.ts';
import { readOutcomes } from '../../../src/mariadb/commit-marks.ts';
import { joinTransaction } from '../../../src/mariadb/host-transaction.ts';
import { isRetryable } from '../../../src/mariadb/mariadb-errors.ts';
import { type OpenMariaDb, openMariaDb } from '../../../src/mariadb/open-mariadb.ts';
import { readSessionSettings } from '../../../src/mariadb/session-settings.ts';
import { withConnection } from '../../../src/mariadb/take-connection.ts';
import { databaseErrorOf } from '../../../src/mariadb/text/database-error.ts';
import type { MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { JoinableDatabase } from '../store-through-library.ts';

/** Creates a MariaDB whose store joins transactions of libraries. */
export function createJoinableMariaDb(connectionString: string): JoinableDatabase<MariaDbTransactionQueries> {
  const options = { connectionString, pool: { connectionLimit: 2 } };
  let database: OpenMariaDb | undefined;
  const commits = createCommitPoller((ids) =>
    withConnection((database as OpenMariaDb).take, ({ run }) => readOutcomes(run, ids)),
  );
  return {
    connectionString,
    async open() {
      database = await openMariaDb(options, readSessionSettings(options));
    },
    async close() {
      commits.stop();
      await database?.close();
    },
    join(joinable) {
      const { operationsOn, textOperationsOn } = database as OpenMariaDb;
      return joinTransaction(joinable, { operationsOn, textOperationsOn, commits });
    },
    limitLocks: ({ changeRows }, milliseconds) =>
      changeRows(`set session innodb_lock_wait_timeout = ${Math.ceil(milliseconds / 1000)}`, []),
    isRetryable: (error) => isRetryable(databaseErrorOf(error)),
  };
}
