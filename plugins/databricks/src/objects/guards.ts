import { literal, type ObjectGuard, type Sql, sql } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The guard of the catalog, and of grants on it. Source: "INFORMATION_SCHEMA.CATALOGS". */
export function catalogGuard({ catalog, mark }: Blueprint): ObjectGuard {
  const exists = sql`SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = ${literal(catalog)}`;
  return guard(exists, mark(OBJECT_KEYS.catalog));
}

/** The guard of a schema in the catalog. Source: "INFORMATION_SCHEMA.SCHEMATA". */
export function schemaGuard({ catalog, mark }: Blueprint, key: string, name: string): ObjectGuard {
  const exists = sql`SELECT 1 FROM system.information_schema.schemata WHERE catalog_name = ${literal(catalog)} AND schema_name = ${literal(name)}`;
  return guard(exists, mark(key));
}

/** The comment of our objects is their mark. */
function guard(exists: Sql, mark: string): ObjectGuard {
  return { exists, ours: sql`${exists} AND comment = ${literal(mark)}` };
}
