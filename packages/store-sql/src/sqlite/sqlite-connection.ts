import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDriver, type SqliteStatement } from 'kysely';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQLITE_FLAVOUR } from './sqlite-flavour.ts';

/** Statements kept prepared on one connection; the shapes in use are far fewer. */
const PREPARED_LIMIT = 500;

/** Gives Kysely a database of `node:sqlite`, each statement prepared once. */
export function kyselyOn(database: DatabaseSync): Kysely<AnyTables> {
  const prepared = new Map<string, SqliteStatement>();
  const adapted = {
    prepare(text: string): SqliteStatement {
      const known = prepared.get(text);
      if (known) return known;
      if (prepared.size >= PREPARED_LIMIT) prepared.clear();
      const statement = prepareStatement(database, text);
      prepared.set(text, statement);
      return statement;
    },
    close: () => database.close(),
  };
  return new Kysely({
    dialect: { ...SQLITE_FLAVOUR.language, createDriver: () => new SqliteDriver({ database: adapted }) },
  });
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
