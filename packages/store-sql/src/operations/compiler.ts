import { DummyDriver, Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';

/**
 * Creates a Kysely that builds statements without a database.
 *
 * @param onStatement receives each statement that Kysely would run.
 */
export function createCompiler({ language }: SqlFlavour, onStatement?: (text: string) => void): Kysely<AnyTables> {
  return new Kysely({
    dialect: { ...language, createDriver: () => new DummyDriver() },
    ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
  });
}
