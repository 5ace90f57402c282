import { type ContentsQuery, join, literal, type Sql, sql } from '@portcullis/plugin-api';
import { POLICY_SCHEMA } from '../names/object-names.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The relations that list the contents of a schema, and the prefix of their name and owner columns. */
const LISTS = [
  { relation: sql`tables`, prefix: sql`table` },
  { relation: sql`routines`, prefix: sql`routine` },
  { relation: sql`volumes`, prefix: sql`volume` },
] as const;

/** The schemas that the platform creates in every catalog. Sources: "CREATE CATALOG"; "What are schemas in Databricks?". */
export const PLATFORM_SCHEMAS = ['information_schema', 'default'] as const;

/** The container whose contents are listed: the catalog, or one of its schemas. */
export interface ContentsScope {
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
export function foreignContents(
  { catalog, schema }: ContentsScope,
  isForeign: (owner: Sql) => Sql,
): readonly ContentsQuery[] {
  const schemas = PLATFORM_SCHEMAS.map((name) => sql` AND schema_name <> ${literal(name)}`);
  const others = {
    list: sql`SELECT schema_name FROM system.information_schema.schemata WHERE catalog_name = ${literal(catalog)}${join(schemas, sql``)} AND ${isForeign(sql`schema_owner`)}`,
  };
  const inside = LISTS.map(({ relation, prefix }) => {
    const scope =
      schema === undefined
        ? sql` AND ${prefix}_schema <> 'information_schema'`
        : sql` AND ${prefix}_schema = ${literal(schema)}`;
    return {
      list: sql`SELECT ${prefix}_schema, ${prefix}_name FROM system.information_schema.${relation} WHERE ${prefix}_catalog = ${literal(catalog)}${scope} AND ${isForeign(sql`${prefix}_owner`)}`,
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
  const scope = schema === undefined ? { catalog } : { catalog, schema };
  return foreignContents(scope, (owner) => sql`${owner} NOT IN (${ours})`);
}
