import type { HeldObject } from '@portcullis/plugin-api';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import { foreignContents } from '../objects/foreign-contents.ts';

/** Lists the contents of the managed database that the service account does not own. */
export async function listForeignContents(
  session: RedshiftSession,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly HeldObject[]> {
  const held: HeldObject[] = [];
  for (const { list } of foreignContents(session.serviceAccount)) {
    const rows = await session.query(list, { signal });
    held.push(...rows.map(({ kind, name }) => ({ kind: String(kind), name: String(name) })));
  }
  return held;
}
