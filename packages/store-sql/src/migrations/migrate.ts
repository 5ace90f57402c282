import { StoreError } from '@portcullis/core/ports';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { PREFIX } from '../schema/layout-of.ts';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import { MIGRATIONS } from './migrations.ts';

const MIGRATIONS_TABLE = `${PREFIX}migrations`;

/**
 * Migrates a database to the newest schema, in one transaction. Nodes that migrate concurrently wait for each other.
 *
 * @param schema the PostgreSQL schema of the tables, created if it is missing.
 * @throws StoreError `STORE_SCHEMA_UNKNOWN` when a later version of the library has migrated the database.
 */
export async function migrate(db: Kysely<AnyTables>, flavour: SqlFlavour, schema?: string): Promise<void> {
  if (await isNewest(schema ? db.withSchema(schema) : db)) return;
  const { lockMigrations } = flavour;
  if (!lockMigrations) return runMigrations(db, flavour, schema);
  await db.transaction().execute(async (open) => {
    await lockMigrations(open, schema);
    await runMigrations(open, flavour, schema);
  });
}

async function runMigrations(db: Kysely<AnyTables>, flavour: SqlFlavour, schema: string | undefined): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        return Object.fromEntries(
          Object.entries(MIGRATIONS).map(([name, up]) => [
            name,
            { up: (open: Kysely<AnyTables>) => up(schema ? open.withSchema(schema) : open, flavour) },
          ]),
        );
      },
    },
    migrationTableName: MIGRATIONS_TABLE,
    migrationLockTableName: `${MIGRATIONS_TABLE}_lock`,
    ...(schema && { migrationTableSchema: schema }),
    nameComparator: (left, right) => (left < right ? -1 : 1),
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    const [, name] = /executed migration (\S+) is missing/.exec(error.message) ?? [];
    const message = name
      ? `A later version of the library wrote the store: this one does not know its migration ${name}.`
      : `The store was written by another version of the library: ${error.message.replace(/\.$/, '')}.`;
    throw new StoreError('STORE_SCHEMA_UNKNOWN', message, error);
  }
  throw error;
}

/** Returns whether all migrations have run. One query; the migrator needs many to detect this. */
async function isNewest(db: Kysely<AnyTables>): Promise<boolean> {
  try {
    const done = await db.selectFrom(MIGRATIONS_TABLE).select('name').orderBy('name').execute();
    return done.map(({ name }) => name).join() === Object.keys(MIGRATIONS).join();
  } catch {
    // Most likely this is the first start. If not, the migrator gets the same error and reports it.
    return false;
  }
}
