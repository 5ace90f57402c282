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

/** Takes the lock of a schema until the transaction ends. Migrations have no limit on their time and on the wait for a lock. */
export async function lockMigrations(open: Kysely<AnyTables>, schema = ''): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(open);
  await sql`set local statement_timeout = 0`.execute(open);
  await sql`select pg_advisory_xact_lock(hashtext(${`portcullis_migrations ${schema}`}))`.execute(open);
}
