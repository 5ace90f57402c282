import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { TABLES, type TableName } from '@portcullis/core';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Kysely, PostgresDriver } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { COUNTED } from '../operations/attempt-counts.ts';
import { createCompiler } from '../operations/compiler.ts';
import { kyselyPool } from '../postgres/kysely-pool.ts';
import { POSTGRES_FLAVOUR } from '../postgres/postgres-flavour.ts';
import { createTable } from '../schema/create-table.ts';
import { layoutOf } from '../schema/layout-of.ts';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import { connectKysely } from '../sqlite/sqlite-connection.ts';
import { SQLITE_FLAVOUR } from '../sqlite/sqlite-flavour.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

/** Creates the tables directly from the current declarations; installations create them by migrations. */
async function createDeclared(db: Kysely<AnyTables>, flavour: SqlFlavour): Promise<void> {
  for (const table of Object.keys(TABLES) as TableName[]) await createTable(db, flavour, layoutOf(table));
}

/** Returns every table with its columns and indexes, in an order that does not depend on when they were added. */
function describeSqlite(database: DatabaseSync): unknown {
  const all = (text: string) => database.prepare(text).all() as Record<string, unknown>[];
  const tables = all("select name from sqlite_master where type = 'table' and name like 'portcullis%' order by name");
  return tables
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('portcullis_migrations'))
    .map((name) => ({
      name,
      options: all(`select strict, wr from pragma_table_list where name = '${name}'`),
      columns: all(`select name, type, "notnull", pk from pragma_table_xinfo('${name}') order by name`),
      indexes: all(
        `select origin, "unique", partial, (select group_concat(name) from pragma_index_info(i.name)) as columns,
           (select substr(sql, instr(sql, ' on ')) from sqlite_master where name = i.name) as text
         from pragma_index_list('${name}') as i order by columns, partial`,
      ),
    }));
}

async function describePostgres(pool: Pool, schema: string): Promise<unknown> {
  const of = async (text: string) => (await pool.query(text, [schema])).rows;
  return {
    columns: await of(
      `select table_name, column_name, data_type, is_nullable, is_identity, collation_name
       from information_schema.columns where table_schema = $1 and table_name not like '%\\_migrations%' order by 1, 2`,
    ),
    indexes: await of(
      `select tablename, indexname, replace(indexdef, quote_ident(schemaname) || '.', '') as text
       from pg_indexes where schemaname = $1 and tablename not like '%\\_migrations%' order by 1, 2`,
    ),
  };
}

const remedy = 'The tables in the core have changed: add a migration that changes released databases in the same way.';

describe('the schema after all migrations', () => {
  let server: PostgresDatabase;
  let pool: Pool;

  beforeAll(async () => {
    server = await openPostgresDatabase();
    pool = new Pool({ connectionString: server.connectionString }).on('error', () => {});
    // Connections that the pool has released may still be open when the server stops.
    pool.on('error', () => {});
  });
  afterAll(async () => {
    await pool?.end();
    await server?.stop();
  });

  it('matches the declared tables on SQLite', async () => {
    const [migrated, declared] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
    await migrate(connectKysely(migrated).kysely, SQLITE_FLAVOUR);
    await createDeclared(connectKysely(declared).kysely, SQLITE_FLAVOUR);
    expect(describeSqlite(migrated), remedy).toEqual(describeSqlite(declared));
  });

  it('matches the declared tables on PostgreSQL', async () => {
    const db = new Kysely<AnyTables>({
      dialect: {
        ...POSTGRES_FLAVOUR.language,
        createDriver: () => new PostgresDriver({ pool: kyselyPool(pool, async () => {}) }),
      },
    });
    await migrate(db, POSTGRES_FLAVOUR, 'migrated');
    await db.schema.createSchema('declared').execute();
    await createDeclared(db.withSchema('declared'), POSTGRES_FLAVOUR);
    const migrated = await describePostgres(pool, 'migrated');
    expect(migrated).toHaveProperty('columns.length', columnCount() + COUNTED.length + 1);
    expect(migrated, remedy).toEqual(await describePostgres(pool, 'declared'));
  });
});

function columnCount(): number {
  return Object.values(TABLES).reduce((sum, { columns }) => sum + Object.keys(columns).length, 0);
}

/** Returns a digest of the statements of a migration. */
async function fingerprint(name: string, flavour: SqlFlavour): Promise<string> {
  const statements: string[] = [];
  const db = createCompiler(flavour, (text) => statements.push(text));
  await MIGRATIONS[name]?.(db, flavour);
  expect(statements.length).toBeGreaterThan(0);
  return createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16);
}

/**
 * Released migrations have run in installations: their statements never change. Add a line for each with its first
 * release.
 */
const FINGERPRINTS: Readonly<Record<string, { readonly sqlite: string; readonly postgres: string }>> = {};

describe('released migrations', () => {
  it.each(Object.keys(MIGRATIONS))('%s is unchanged', async (name) => {
    const found = {
      sqlite: await fingerprint(name, SQLITE_FLAVOUR),
      postgres: await fingerprint(name, POSTGRES_FLAVOUR),
    };
    // Before the first release, no installation has run a migration.
    expect(FINGERPRINTS[name] ?? (manifest.version === '0.0.0' ? found : undefined)).toEqual(found);
  });
});
