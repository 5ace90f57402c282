import { type Discovery, sql } from '@portcullis/plugin-api';
import type { SynapseConfig } from './config/config-schema.ts';
import type { SynapseSession } from './connection/synapse-session.ts';

/** The discovered facts of a target. */
export type SynapseFacts = {
  /** The size of the pool, such as `DW100c`. Source: Transact-SQL reference, "DATABASEPROPERTYEX", ServiceObjective. */
  readonly serviceObjective: string | null;
};

/**
 * Reads the size of the pool, and the name that the server reports, because a server can have several host names: that
 * of a workspace and that of a server. Source: Transact-SQL reference, "SERVERPROPERTY"; a dedicated pool does not have
 * @@SERVERNAME.
 */
export async function discover(
  session: SynapseSession,
  { config, signal }: { readonly config: SynapseConfig; readonly signal: AbortSignal },
): Promise<Discovery<SynapseFacts>> {
  const [row] = await session.query(
    sql`SELECT CONVERT(nvarchar(128), SERVERPROPERTY(N'ServerName')) AS server, CONVERT(nvarchar(128), DATABASEPROPERTYEX(DB_NAME(), N'ServiceObjective')) AS objective`,
    { signal },
  );
  const facts = { serviceObjective: row?.objective == null ? null : String(row.objective) };
  const server = row?.server == null ? '' : String(row.server).toLowerCase();
  if (server === '') return { facts };
  return { facts, identity: [server, config.database.toLowerCase(), config.schema.toLowerCase()] };
}
