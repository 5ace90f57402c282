import { DummyDriver, Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';

/** A Kysely that builds statements and has nothing to run them on. */
export function createCompiler({ language }: SqlFlavour): Kysely<AnyTables> {
  return new Kysely({ dialect: { ...language, createDriver: () => new DummyDriver() } });
}
