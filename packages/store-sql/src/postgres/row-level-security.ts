import { StoreError, TABLES, type TableName } from '@portcullis/core/ports';
import { type Kysely, sql } from 'kysely';
import { COUNTS_TABLE } from '../operations/attempt-counts.ts';
import type { AnyTables } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { ALL_ROWS, TENANT_SETTING } from './isolated-operations.ts';

const POLICY = 'portcullis_tenant';

/**
 * Without the setting, which is then null or empty, no row is visible. Subqueries are evaluated once for a statement,
 * not for each row.
 */
const CONDITION = `(select current_setting('${TENANT_SETTING}', true)) = '${ALL_ROWS}'
  or tenant = (select substr(nullif(current_setting('${TENANT_SETTING}', true), ''), 2))`;

const NAMES = [...(Object.keys(TABLES) as TableName[]).map((table) => SQL_TABLES[table].name), COUNTS_TABLE];

/**
 * Creates a policy for each table of a schema, or checks that there is none.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for a role to which policies do not apply, and for tables with policies if
 * the option is off.
 */
export async function enforceRowLevelSecurity(db: Kysely<AnyTables>, schema: string, isWanted: boolean): Promise<void> {
  if (!isWanted) {
    if ((await unprotected(db, schema)).length === NAMES.length) return;
    const message = `The tables in the schema ${schema} have row-level security: set the option rowLevelSecurity.`;
    throw new StoreError('STORE_INPUT_INVALID', message);
  }
  await refuseUnboundRole(db);
  if ((await unprotected(db, schema)).length === 0) return;
  await db.transaction().execute(async (open) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`${POLICY} ${schema}`}))`.execute(open);
    for (const name of await unprotected(open, schema)) {
      const qualified = sql.id(schema, name);
      await sql`drop policy if exists ${sql.id(POLICY)} on ${qualified}`.execute(open);
      const condition = sql.raw(CONDITION);
      await sql`create policy ${sql.id(POLICY)} on ${qualified} using (${condition}) with check (${condition})`.execute(
        open,
      );
      await sql`alter table ${qualified} enable row level security, force row level security`.execute(open);
    }
  });
}

async function refuseUnboundRole(db: Kysely<AnyTables>): Promise<void> {
  const { rows } = await sql<{ name: string; unbound: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user`.execute(db);
  const [role] = rows;
  if (!role?.unbound) return;
  const message = `The role ${role.name} is a superuser or has BYPASSRLS, so row-level security does not apply to it: connect as another role.`;
  throw new StoreError('STORE_INPUT_INVALID', message);
}

/** Returns the tables without forced row-level security. */
async function unprotected(db: Kysely<AnyTables>, schema: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select class.relname as name from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where space.nspname = ${schema} and class.relname = any(${NAMES})
      and class.relrowsecurity and class.relforcerowsecurity`.execute(db);
  const isProtected = new Set(rows.map(({ name }) => name));
  return NAMES.filter((name) => !isProtected.has(name));
}
