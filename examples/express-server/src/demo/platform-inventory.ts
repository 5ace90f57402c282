import type { DemoTarget } from '@portcullis/example-shared';

const CLUSTER = `
  SELECT 'database ' || datname AS thing FROM pg_database
  UNION ALL SELECT 'role ' || rolname FROM pg_roles
  UNION ALL SELECT 'member ' || roleid::regrole || ' ' || member::regrole FROM pg_auth_members
  UNION ALL SELECT 'privileges ' || datname || ' ' || datacl::text FROM pg_database WHERE datacl IS NOT NULL
  ORDER BY thing`;

const INITIAL_DATABASE = `
  SELECT 'schema ' || nspname || coalesce(' ' || nspacl::text, '') AS thing FROM pg_namespace WHERE nspname !~ '^pg_(toast|temp)'
  UNION ALL SELECT 'relation ' || oid::regclass FROM pg_class WHERE relnamespace NOT IN
    (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname = 'information_schema')
  ORDER BY thing`;

/** Returns all objects on the platform that a set-up could leave behind, as the superuser sees them. */
export async function platformInventory({ query, initialDatabase }: DemoTarget): Promise<readonly string[]> {
  const rows = [...(await query(CLUSTER)), ...(await query(INITIAL_DATABASE, initialDatabase))];
  return rows.map(({ thing }) => String(thing));
}
