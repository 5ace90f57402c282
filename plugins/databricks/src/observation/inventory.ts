import { type InventoryItem, ident, sql } from '@portcullis/plugin-api';
import type { DatabricksSession } from '../connection/databricks-session.ts';

/** Lists the catalogs, and the schemas in them, that have our mark, if they are visible. */
export async function inventory(
  session: DatabricksSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const isOurs = ({ comment }: { readonly comment: string }): boolean => comment.startsWith(markPrefix);
  const items: InventoryItem[] = [];
  for (const catalog of (await session.catalogs(signal)).filter(isOurs)) {
    const drop = [{ text: sql`DROP CATALOG ${ident(catalog.name)} CASCADE` }];
    items.push({ kind: 'catalog', name: catalog.name, mark: catalog.comment, drop });
    const schemas = (await session.schemas(catalog.name, signal)).filter(isOurs);
    items.push(
      ...schemas.map(({ name, comment }) => ({ kind: 'schema', name: `${catalog.name}.${name}`, mark: comment })),
    );
  }
  return items;
}
