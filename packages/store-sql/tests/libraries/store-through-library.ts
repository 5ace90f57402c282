import {
  createStore,
  type EngineOperations,
  type EngineTransaction,
  inOwnTransaction,
  type Store,
} from '@portcullis/core/ports';
import { createCommitPoller } from '../../src/connections/commit-poller.ts';
import { joinTransaction } from '../../src/postgres/host-transaction.ts';
import { type OpenPostgres, openPostgres } from '../../src/postgres/open-postgres.ts';
import { isRepeatable } from '../../src/postgres/postgres-errors.ts';
import type { PostgresStoreOptions } from '../../src/postgres/postgres-store-options.ts';
import { readOutcomes } from '../../src/postgres/read-outcomes.ts';
import { readSessionLimits } from '../../src/postgres/session-limits.ts';
import { databaseErrorOf } from '../../src/postgres/text/database-error.ts';
import type { HostLibrary, LibraryTransaction, OpenLibrary } from './host-library.ts';

/** The error with which a callback makes its library roll back. */
class RolledBack extends Error {}

/** Begins a transaction of a library that ends with a call, and not with the end of its callback. */
async function begin(
  { transaction }: HostLibrary,
  join: (open: LibraryTransaction) => EngineOperations,
  lockTimeoutMs?: number,
): Promise<EngineTransaction> {
  const end = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<EngineOperations>();
  const ended = transaction(async (open) => {
    const waitMs = Math.max(1, Math.ceil(lockTimeoutMs ?? 4_000));
    await open.joinable.queryText("select set_config('lock_timeout', $1, true)", [String(waitMs)]);
    opened.resolve(join(open));
    await end.promise;
  });
  ended.catch(opened.reject);
  return {
    ...(await opened.promise),
    commit() {
      end.resolve();
      return ended;
    },
    async rollback() {
      end.reject(new RolledBack());
      await ended.catch(() => {});
    },
  };
}

/** Creates a store in which each transaction is one of the library that the store has joined. */
export function createStoreThroughLibrary(options: PostgresStoreOptions, openLibrary: OpenLibrary): Store {
  let database: OpenPostgres | undefined;
  let library: HostLibrary | undefined;

  const beginJoined = ({ lockTimeoutMs }: { readonly lockTimeoutMs?: number | undefined } = {}) => {
    const { operationsOn, textOperationsOn, ask } = database as OpenPostgres;
    const askOutside = async (text: string, values: unknown[]) => {
      const { rows } = await ask(text, values);
      return { command: 'SELECT', rowCount: rows.length, rows };
    };
    const dependencies = {
      operationsOn,
      textOperationsOn,
      commits: createCommitPoller((ids) => readOutcomes(askOutside, ids)),
      ask: askOutside,
      isolates: options.rowLevelSecurity ?? false,
    };
    return begin(library as HostLibrary, ({ joinable }) => joinTransaction(joinable, dependencies), lockTimeoutMs);
  };
  const alone = <Result>(work: (open: EngineOperations) => Promise<Result>) => inOwnTransaction(beginJoined, work);

  return createStore({
    shared: true,
    oneWriter: false,
    operations: {
      insert: (table, row) => alone((open) => open.insert(table, row)),
      insertAbsent: (table, rows) => alone((open) => open.insertAbsent(table, rows)),
      restore: (table, rows) => alone((open) => open.restore(table, rows)),
      find: (table, query) => alone((open) => open.find(table, query)),
      count: (table, tests) => alone((open) => open.count(table, tests)),
      update: (table, tests, patch) => alone((open) => open.update(table, tests, patch)),
      remove: (table, tests) => alone((open) => open.remove(table, tests)),
    },
    begin: beginJoined,
    mayRepeat: (error, attempt) => attempt < 10 && isRepeatable(databaseErrorOf(error)),
    async open() {
      database ??= await openPostgres(options, readSessionLimits(options));
      library ??= await openLibrary(options.connectionString ?? '');
    },
    async close() {
      await library?.close();
      await database?.close();
    },
  });
}
