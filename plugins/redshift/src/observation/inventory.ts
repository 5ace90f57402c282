import { type InventoryItem, ident, literal, type Sql, type Step, sql } from '@portcullis/plugin-api';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { classifyError } from '../failures/classify-error.ts';
import { MARKS_TABLE, REGISTRY_PREFIX } from '../names/object-names.ts';
import { removalPrivileges } from '../objects/privileges.ts';

/** The drop statement of each kind of marked object. */
const DROP_STATEMENTS: Readonly<Record<string, Sql>> = {
  database: sql`DROP DATABASE`,
  user: sql`DROP USER`,
  role: sql`DROP ROLE`,
};

/** Lists the objects whose marks have a prefix, from every readable registry of the initial database. */
export async function inventory(
  session: RedshiftSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
  engine: Engine,
): Promise<readonly InventoryItem[]> {
  const registries = await session.query(
    sql`SELECT space.nspname AS name FROM pg_catalog.pg_namespace AS space, pg_catalog.pg_class AS listed WHERE listed.relnamespace = space.oid AND listed.relname = ${literal(MARKS_TABLE)} AND substring(space.nspname, 1, ${literal(REGISTRY_PREFIX.length)}) = ${literal(REGISTRY_PREFIX)} ORDER BY 1`,
    { signal },
  );
  const items: InventoryItem[] = [];
  for (const { name } of registries) items.push(...(await itemsOf(session, String(name), markPrefix, signal)));
  return items.map((item) => ({ ...item, needs: removalPrivileges(engine, item) }));
}

async function itemsOf(
  session: RedshiftSession,
  registry: string,
  markPrefix: string,
  signal: AbortSignal,
): Promise<readonly InventoryItem[]> {
  try {
    const rows = await session.query(
      sql`SELECT kind, name, mark, platform_id FROM ${ident(registry, MARKS_TABLE)} WHERE substring(mark, 1, ${literal(markPrefix.length)}) = ${literal(markPrefix)} AND platform_id IS NOT NULL ORDER BY kind, name`,
      { signal },
    );
    return rows.map((row) => ({
      kind: String(row.kind),
      name: String(row.name),
      mark: String(row.mark),
      platformId: String(row.platform_id),
      drop: removalSteps(String(row.kind), String(row.name), registry, String(row.mark)),
    }));
  } catch (error) {
    if (classifyError(error)?.class === 'missing-grant') return [];
    throw error;
  }
}

/** Returns the steps with which an administrator removes an object with a mark, and the mark. */
function removalSteps(kind: string, name: string, registry: string, mark: string): readonly Step[] {
  const dropStatement = DROP_STATEMENTS[kind];
  if (!dropStatement) return [];
  const deleteMark = sql`DELETE FROM ${ident(registry, MARKS_TABLE)} WHERE mark = ${literal(mark)} AND name = ${literal(name)}`;
  return [{ text: sql`${dropStatement} ${ident(name)}`, alone: kind === 'database' }, { text: deleteMark }];
}
