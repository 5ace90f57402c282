import { DummyDriver, Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';

/**
 * A Kysely that builds statements and has nothing to run them on.
 *
 * @param onStatement is told of each statement that it was asked to run.
 */
export function createCompiler({ language }: SqlFlavour, onStatement?: (text: string) => void): Kysely<AnyTables> {
  return new Kysely({
    dialect: { ...language, createDriver: () => new DummyDriver() },
    ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
  });
}
