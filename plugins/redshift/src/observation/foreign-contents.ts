import type { ContainedObject } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { foreignContents } from '../objects/foreign-contents.ts';

/** Lists the contents of the managed database that the service account does not own. */
export async function listForeignContents(
  session: RedshiftSession,
  { config, signal }: { readonly config: RedshiftConfig; readonly signal: AbortSignal },
  engine: Engine,
): Promise<readonly ContainedObject[]> {
  const searched = { database: config.database, account: session.serviceAccount };
  const held: ContainedObject[] = [];
  for (const { list } of foreignContents(searched, engine)) {
    const rows = await session.query(list, { signal });
    held.push(...rows.map(({ kind, name }) => ({ kind: String(kind), name: String(name) })));
  }
  return held;
}
