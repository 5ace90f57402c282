import { literal, type Sql, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { MARKS_TABLE } from '../names/object-names.ts';
import { hasOwnMark } from '../objects/marks.ts';
import { ABSENT, type Observer } from './observation-request.ts';

/** The test that all accounts have privileges on the marks. Amazon Redshift's list of grants has another form. */
const PUBLIC_GRANTS: Readonly<Record<Engine, Sql>> = {
  redshift: sql`NULL::boolean`,
  postgresql: sql`EXISTS (SELECT 1 FROM pg_catalog.pg_class AS made, aclexplode(made.relacl) AS access WHERE made.relnamespace = space.oid AND made.relname = ${literal(MARKS_TABLE)} AND access.grantee = 0)`,
};

/** Observes the registry: it is ours if its table has the registry's own mark. */
export const observeRegistry: Observer = async ({ session, engine, object, registry, signal }) => {
  const [row] = await session.query(
    sql`SELECT space.oid AS id, (SELECT count(*) FROM pg_catalog.pg_class AS listed WHERE listed.relnamespace = space.oid AND listed.relname = ${literal(MARKS_TABLE)}) AS tables, ${hasOwnMark(object.mark)} AS marked, ${PUBLIC_GRANTS[engine]} AS everybody FROM pg_catalog.pg_namespace AS space WHERE space.nspname = ${literal(registry)}`,
    { signal },
  );
  if (!row) return ABSENT;
  const platformId = String(row.id);
  if (Number(row.tables) === 0) return { state: 'foreign', platformId };
  // The id of the schema does not identify the table in it, which a removal drops first.
  if (!isTrue(row.marked)) return { state: 'foreign' };
  const values = engine === 'redshift' ? {} : { values: { everybody: isTrue(row.everybody) } };
  return { state: 'ours', platformId, ...values };
};
