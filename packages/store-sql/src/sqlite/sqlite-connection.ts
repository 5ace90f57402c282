import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDriver, type SqliteStatement } from 'kysely';
import type { Run } from '../operations/sql-operations.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQLITE_FLAVOUR } from './sqlite-flavour.ts';

/** A database of `node:sqlite` as the store uses it. */
export interface SqliteConnection {
  /** For migrations and whatever else is not done all the time. */
  readonly kysely: Kysely<AnyTables>;
  /** Runs a statement at once: the connection has no other user, so Kysely's turn-taking would only cost time. */
  readonly run: Run;
}

/** Statements kept prepared on one connection; the shapes in use are far fewer. */
const PREPARED_LIMIT = 500;

/** Connects Kysely with a database of `node:sqlite`, each statement prepared once. */
export function connectKysely(database: DatabaseSync): SqliteConnection {
  const prepared = new Map<string, SqliteStatement>();

  function prepare(text: string): SqliteStatement {
    const known = prepared.get(text);
    if (known) return known;
    if (prepared.size >= PREPARED_LIMIT) prepared.clear();
    const statement = prepareStatement(database, text);
    prepared.set(text, statement);
    return statement;
  }

  const driver = () => new SqliteDriver({ database: { prepare, close: () => database.close() } });
  return {
    kysely: new Kysely({ dialect: { ...SQLITE_FLAVOUR.language, createDriver: driver } }),
    async run({ sql, parameters }) {
      const statement = prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) };
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    },
  };
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
