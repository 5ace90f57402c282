import { ident, type ListedRuntimeObject, type ObjectFamily, type Sql, sql } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import { SYSTEM_CATALOGS } from '../config/system-names.ts';
import type { DatabricksSession } from '../connection/databricks-session.ts';
import { WORKSPACE_STAGE } from '../stages.ts';
import { OBJECT_KEYS } from './object-keys.ts';

type Details = Readonly<Record<string, string>>;

/**
 * The policies on other catalogs and their schemas that call a function of the managed catalog. They filter and mask
 * tables by tags, and a query on such a table fails without the function, so they are dropped first. Policies on single
 * tables are not found, nor those of catalogs that the service does not manage. Sources: Databricks, "Create and manage
 * row filter and column mask policies"; "Row filter and column mask policy evaluation and runtime behavior"; "DROP
 * POLICY".
 */
export const TAG_POLICIES: ObjectFamily<DatabricksSession, DatabricksConfig> = {
  key: 'tag-policies',
  kind: 'policy',
  stage: WORKSPACE_STAGE,
  before: [OBJECT_KEYS.catalog],
  async list(session, { config: { catalog }, signal }) {
    const found: ListedRuntimeObject[] = [];
    const search = async (on: 'catalog' | 'schema', name: string, place: Details): Promise<void> => {
      const policies = await session.tagPolicies(on, name, signal);
      const ours = policies.filter((policy) => policy.function.toLowerCase().startsWith(`${catalog}.`));
      found.push(...ours.map((policy) => memberOf(policy.name, place)));
    };
    for (const other of await session.catalogs(signal)) {
      if (other.name === catalog || SYSTEM_CATALOGS.includes(other.name)) continue;
      await search('catalog', other.name, { catalog_name: other.name });
      if (!(await isManaged(session, other, signal))) continue;
      for (const { name: schema } of await session.schemas(other.name, signal)) {
        if (schema === 'information_schema') continue;
        await search('schema', `${other.name}.${schema}`, { catalog_name: other.name, schema_name: schema });
      }
    }
    return found;
  },
  drop: ({ details = {} }) => [{ text: sql`DROP POLICY ${ident(details.policy_name ?? '')} ON ${placeOf(details)}` }],
  needs: ({ details = {} }) => [
    {
      name: 'MANAGE',
      on: `${details.schema_name === undefined ? 'catalog' : 'schema'} ${pathOf(details).join('.')}`,
      anyOf: ['OWNERSHIP'],
      operations: ['drop'],
      grant: (to) => sql`GRANT MANAGE ON ${placeOf(details)} TO ${ident(to)}`,
      grantedBy: `the owner of catalog ${details.catalog_name}`,
    },
  ],
};

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

function memberOf(policy: string, place: Details): ListedRuntimeObject {
  const details = { ...place, policy_name: policy };
  return { name: `${policy} on ${pathOf(details).join('.')}`, details };
}

function pathOf({ catalog_name: catalog = '', schema_name: schema }: Details): readonly string[] {
  return schema === undefined ? [catalog] : [catalog, schema];
}

function placeOf({ catalog_name: catalog = '', schema_name: schema }: Details): Sql {
  return schema === undefined ? sql`CATALOG ${ident(catalog)}` : sql`SCHEMA ${ident(catalog, schema)}`;
}
