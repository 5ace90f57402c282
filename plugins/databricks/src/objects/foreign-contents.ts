import { type ContentsQuery, join, literal, type Sql, sql } from '@portcullis/plugin-api';
import { POLICY_SCHEMA } from '../names/object-names.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The listings of the contents of a schema: their relation, their name column and their owner column. */
const LISTS = [
  { relation: sql`tables`, prefix: sql`table` },
  { relation: sql`routines`, prefix: sql`routine` },
  { relation: sql`volumes`, prefix: sql`volume` },
] as const;

/** The schemas of every new catalog. Source: "CREATE CATALOG". */
const OF_THE_PLATFORM = ['information_schema', 'default'] as const;

/** The container of a search: the catalog, or one of its schemas. */
export interface Place {
  readonly catalog: string;
  readonly schema?: string;
}

/**
 * Returns the queries for the contents of a catalog, or of one of its schemas, that the service does not own. Sources:
 * "INFORMATION_SCHEMA.SCHEMATA", "TABLES", "ROUTINES", "VOLUMES". An account that may drop the container sees all
 * contents.
 *
 * @param isForeign - the condition on the column of the owner.
 */
export function foreignContents({ catalog, schema }: Place, isForeign: (owner: Sql) => Sql): readonly ContentsQuery[] {
  const schemas = OF_THE_PLATFORM.map((name) => sql` AND schema_name <> ${literal(name)}`);
  const others = {
    list: sql`SELECT schema_name FROM system.information_schema.schemata WHERE catalog_name = ${literal(catalog)}${join(schemas, sql``)} AND ${isForeign(sql`schema_owner`)}`,
  };
  const inside = LISTS.map(({ relation, prefix }) => {
    const place =
      schema === undefined
        ? sql` AND ${prefix}_schema <> 'information_schema'`
        : sql` AND ${prefix}_schema = ${literal(schema)}`;
    return {
      list: sql`SELECT ${prefix}_schema, ${prefix}_name FROM system.information_schema.${relation} WHERE ${prefix}_catalog = ${literal(catalog)}${place} AND ${isForeign(sql`${prefix}_owner`)}`,
    };
  });
  return schema === undefined ? [others, ...inside] : inside;
}

/**
 * Returns the same queries for a script, in which the principal of the service may be unknown: it is the owner of the
 * policy schema. Without this schema, all contents count as foreign.
 */
export function foreignContentsByScript({ catalog, mark }: Blueprint, schema?: string): readonly ContentsQuery[] {
  const ours = sql`SELECT schema_owner FROM system.information_schema.schemata WHERE catalog_name = ${literal(catalog)} AND schema_name = ${literal(POLICY_SCHEMA)} AND comment = ${literal(mark(OBJECT_KEYS.policySchema))}`;
  const place = schema === undefined ? { catalog } : { catalog, schema };
  return foreignContents(place, (owner) => sql`${owner} NOT IN (${ours})`);
}
