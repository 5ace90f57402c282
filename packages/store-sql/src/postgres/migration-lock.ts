import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { AnyTables } from '../schema/sql-flavour.ts';

/**
 * The adapter without Kysely's lock, which belongs to the session: through a pooler in transaction mode, it would be taken and released on
 * different sessions, so that it would exclude no node and remain for an hour.
 */
export class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** The limits that a database or a role can set for transactions. */
const LIMITS = "('lock_timeout', 'statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')";

/** Takes the lock of a schema until the transaction ends. Migrations have no limit on their time and on the wait for a lock. */
export async function lockMigrations(open: Kysely<AnyTables>, schema = ''): Promise<void> {
  // Older servers do not have all of them, and would refuse to set them.
  await sql`select set_config(name, '0', true) from pg_settings where name in ${sql.raw(LIMITS)}`.execute(open);
  await sql`select pg_advisory_xact_lock(hashtext(${`portcullis_migrations ${schema}`}))`.execute(open);
}
