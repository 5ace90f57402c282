import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDriver, type SqliteStatement } from 'kysely';
import type { Run } from '../operations/sql-operations.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQLITE_FLAVOUR } from './sqlite-flavour.ts';

/** A database of `node:sqlite` for the store. */
export interface SqliteConnection {
  /** For migrations and other rare statements. */
  readonly kysely: Kysely<AnyTables>;
  /** Runs a statement immediately: the connection has no other user, so Kysely's queue would only cost time. */
  readonly run: Run;
}

/** Maximum number of prepared statements on one connection; far fewer shapes are in use. */
const PREPARED_LIMIT = 500;

/** Connects Kysely with a database of `node:sqlite`, each statement prepared once. */
export function connectKysely(database: DatabaseSync): SqliteConnection {
  const own = createPrepared((text) => prepareOwn(database, text));
  const prepare = (text: string): SqliteStatement => prepareStatement(database, text);
  const driver = () => new SqliteDriver({ database: { prepare, close: () => database.close() } });
  return {
    kysely: new Kysely({ dialect: { ...SQLITE_FLAVOUR.language, createDriver: driver } }),
    async run({ sql, parameters }) {
      const { statement, reader } = own.get(sql);
      const values = parameters as readonly SQLInputValue[];
      if (reader) return { rows: statement.all(...values) as unknown as unknown[][], affected: 0 };
      return { rows: [], affected: Number(statement.run(...values).changes) };
    },
  };
}

/** Creates a cache of prepared statements. */
function createPrepared<Statement>(make: (text: string) => Statement): { get(text: string): Statement } {
  const known = new Map<string, Statement>();
  return {
    get(text) {
      const found = known.get(text);
      if (found) return found;
      if (known.size >= PREPARED_LIMIT) known.clear();
      const made = make(text);
      known.set(text, made);
      return made;
    },
  };
}

/** Prepares a statement that returns rows as lists of values. */
function prepareOwn(database: DatabaseSync, text: string) {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  return { statement, reader: statement.columns().length > 0 };
}

function prepareStatement(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
