import type { Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';

/** One step from a schema to the next, the same for every engine. Runs inside a transaction. */
export type StoreMigration = (db: Kysely<AnyTables>, flavour: SqlFlavour) => Promise<void>;
