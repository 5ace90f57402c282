import { sql } from '@portcullis/plugin-api';
import { SYSTEM_CATALOGS } from '../config/system-names.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import type { Row } from '../connection/statement-runner.ts';

/**
 * An object on which policies can be defined, by columns of the information schema: a table (`catalog_name`, `schema_name`,
 * `table_name`), a schema, a catalog, or, without a name, the metastore.
 */
export type PolicySecurable = Readonly<Record<string, string>>;

/**
 * Returns the objects outside of one catalog that may have policies, each once: the metastore, all catalogs, the schemas of
 * catalogs that the service manages, and every other object with a policy that the service may see.
 */
export async function policySecurables(
  session: DatabricksSession,
  exceptCatalog: string,
  signal: AbortSignal,
): Promise<readonly PolicySecurable[]> {
  const isOther = (name: string | undefined): boolean =>
    name !== exceptCatalog && !SYSTEM_CATALOGS.includes(name ?? '');
  const securables: PolicySecurable[] = [{}];
  for (const catalog of (await session.catalogs(signal)).filter(({ name }) => isOther(name))) {
    const inside = { catalog_name: catalog.name };
    securables.push(inside);
    if (!(await isManaged(session, catalog, signal))) continue;
    for (const { name } of await session.schemas(catalog.name, signal))
      if (name !== 'information_schema') securables.push({ ...inside, schema_name: name });
  }
  const defined = (await policyDefinitions(session, signal)).flatMap(securableIn);
  securables.push(...defined.filter(({ catalog_name: catalog }) => isOther(catalog)));
  return [...new Map(securables.map((securable) => [Object.values(securable).join('.'), securable])).values()];
}

/**
 * The query for the objects of all policies in the metastore, including single tables. It shows no functions. Source:
 * "INFORMATION_SCHEMA.ABAC_POLICY_DEFINITIONS".
 */
const POLICY_DEFINITIONS = sql`SELECT catalog_name, schema_name, securable_name, on_securable_type FROM system.information_schema.abac_policy_definitions`;

/** Maximum duration of this query in milliseconds. In reports about large metastores, it takes a quarter of an hour. */
const POLICY_DEFINITIONS_TIMEOUT_MS = 120_000;

/** Returns the rows; none if the workspace does not have the view, does not show it to the service, or takes too long. */
async function policyDefinitions(session: DatabricksSession, signal: AbortSignal): Promise<readonly Row[]> {
  try {
    return await session.query(
      POLICY_DEFINITIONS,
      AbortSignal.any([signal, AbortSignal.timeout(POLICY_DEFINITIONS_TIMEOUT_MS)]),
    );
  } catch {
    // Without it, the other objects are still searched.
    signal.throwIfAborted();
    return [];
  }
}

/** Returns the object of a row. Policies on other kinds of objects, such as models, filter and mask nothing. */
function securableIn(row: Row): readonly PolicySecurable[] {
  const { on_securable_type: type, catalog_name: catalog, schema_name: schema, securable_name: table } = row;
  if (type === 'CATALOG' && catalog) return [{ catalog_name: catalog }];
  if (type === 'SCHEMA' && catalog && schema) return [{ catalog_name: catalog, schema_name: schema }];
  if (type === 'TABLE' && catalog && schema && table)
    return [{ catalog_name: catalog, schema_name: schema, table_name: table }];
  return [];
}

/** Returns whether the service may see the policies on the schemas of a catalog. */
async function isManaged(
  session: DatabricksSession,
  { name, owner }: { readonly name: string; readonly owner: string },
  signal: AbortSignal,
): Promise<boolean> {
  if ((await session.identities(signal)).has(owner)) return true;
  const managed = { on: 'catalog', name, anyOf: ['MANAGE'] } as const;
  return session.holds(managed, await session.principal(signal), signal);
}
