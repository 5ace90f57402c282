import type { Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';

/** One step from a schema to the next, for every engine alike. Runs inside a transaction. */
export type StoreMigration = (db: Kysely<AnyTables>, flavour: SqlFlavour) => Promise<void>;
