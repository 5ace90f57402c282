import type { Outcome } from '../connections/commit-poller.ts';
import type { PostgresResult } from './postgres-client.ts';

/**
 * The server refuses ids that it has not assigned yet. After a failover to a replica that lacks the last transactions, some are among
 * them, and their query must not fail for all others.
 */
const OUTCOMES = `select id::text as id,
  case when id < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(id) else 'in progress' end as status
  from unnest($1::xid8[]) as id`;

/**
 * Reads the outcomes of transactions with one query. Notifications of PostgreSQL would need no queries, but a transaction
 * that has one blocks the commits of all others that have one.
 *
 * @param ask - runs a query outside of these transactions.
 */
export async function readOutcomes(
  ask: (text: string, values: unknown[]) => Promise<Pick<PostgresResult, 'rows'>>,
  ids: readonly string[],
): Promise<readonly Outcome[]> {
  const { rows } = await ask(OUTCOMES, [[...ids]]);
  return rows as unknown as readonly Outcome[];
}
