import { literal, sql } from '@portcullis/plugin-api';
import { MARKS_TABLE } from '../names/object-names.ts';
import { ABSENT, type Observer } from './look.ts';

/** Looks at the registry. Its name holds a digest of its mark, so what is called so and has the table is ours. */
export const observeRegistry: Observer = async ({ session, registry, signal }) => {
  const [row] = await session.query(
    sql`SELECT (SELECT count(*) FROM pg_catalog.pg_class AS listed WHERE listed.relnamespace = space.oid AND listed.relname = ${literal(MARKS_TABLE)}) AS tables FROM pg_catalog.pg_namespace AS space WHERE space.nspname = ${literal(registry)}`,
    { signal },
  );
  if (!row) return ABSENT;
  return { state: Number(row.tables) > 0 ? 'ours' : 'foreign' };
};
