import { type Discovery, sql } from '@portcullis/plugin-api';
import type { RedshiftConfig } from './config/config-schema.ts';
import type { RedshiftSession } from './connection/redshift-session.ts';
import type { Engine } from './engine.ts';
import { classifyError } from './failures/classify-error.ts';
import { productOf } from './product.ts';

/** The discovered facts of a target. */
export type RedshiftFacts = {
  /** `Amazon Redshift` or `PostgreSQL`. */
  readonly product: string;
  readonly version: string;
};

/** The queries for the id of a cluster or server, which does not depend on its host name. */
const IDENTITY = {
  // Amazon Redshift Database Developer Guide, "CURRENT_NAMESPACE".
  redshift: sql`SELECT current_namespace AS id`,
  // PostgreSQL manual, "System Information Functions".
  postgresql: sql`SELECT system_identifier AS id FROM pg_control_system()`,
} as const;

/** Reads product and version, and the identity of the target, if the account may see it. */
export async function discover(
  session: RedshiftSession,
  context: { readonly config: RedshiftConfig; readonly signal: AbortSignal },
  engine: Engine,
): Promise<Discovery<RedshiftFacts>> {
  const { signal, config } = context;
  const [row] = await session.query(sql`SELECT version() AS version`, { signal });
  const facts = productOf(String(row?.version ?? ''));
  const id = await ownId(session, engine, signal);
  return id === undefined ? { facts } : { facts, identity: [id, config.database] };
}

async function ownId(session: RedshiftSession, engine: Engine, signal: AbortSignal): Promise<string | undefined> {
  try {
    const [row] = await session.query(IDENTITY[engine], { signal });
    return row?.id == null ? undefined : String(row.id);
  } catch (error) {
    if (['missing-grant', 'not-found', 'unsupported'].includes(classifyError(error)?.class ?? '')) return undefined;
    throw error;
  }
}
