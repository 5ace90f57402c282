import {
  ident,
  type ListedRuntimeObject,
  type ObjectFamily,
  type Privilege,
  type Sql,
  sql,
} from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession, PolicyScope } from '../connection/databricks-session.ts';
import { WORKSPACE_STAGE } from '../stages.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { type PolicySecurable, policySecurables } from './policy-securables.ts';

type Details = Readonly<Record<string, string>>;

/**
 * The policies elsewhere that call a function of the managed catalog. They filter and mask tables by tags, and a query on such
 * a table fails without the function, so they are dropped first. Sources: Databricks, "Create and manage row filter and column
 * mask policies"; "Row filter and column mask policy evaluation and runtime behavior"; "DROP POLICY".
 */
export const TAG_POLICIES: ObjectFamily<DatabricksSession, DatabricksConfig> = {
  key: 'tag-policies',
  kind: 'policy',
  stage: WORKSPACE_STAGE,
  blocks: [OBJECT_KEYS.catalog],
  async list(session, { config: { catalog }, signal }) {
    const found: ListedRuntimeObject[] = [];
    for (const securable of await policySecurables(session, catalog, signal)) {
      const scope = scopeOf(securable);
      const name = scope === 'metastore' ? (await session.metastore(signal)).name : pathOf(securable).join('.');
      const policies = await session.tagPolicies(scope, name, signal);
      const ours = policies.filter((policy) => policy.function.toLowerCase().startsWith(`${catalog}.`));
      found.push(...ours.map((policy) => listedPolicy(policy.name, securable)));
    }
    return found;
  },
  drop: ({ details = {} }) => [
    { text: sql`DROP POLICY ${ident(details.policy_name ?? '')} ON ${securableClause(details)}` },
  ],
  needs: ({ details = {} }) => [managePrivilege(details)],
};

function managePrivilege(details: Details): Privilege {
  const scope = scopeOf(details);
  if (scope === 'metastore')
    return { name: 'the role of admin', on: 'the metastore', grantable: false, operations: ['drop'] };
  return {
    name: 'MANAGE',
    on: `${scope} ${pathOf(details).join('.')}`,
    anyOf: ['OWNERSHIP'],
    operations: ['drop'],
    grant: (to) => sql`GRANT MANAGE ON ${securableClause(details)} TO ${ident(to)}`,
    grantedBy: `the owner of catalog ${details.catalog_name}`,
  };
}

function listedPolicy(policy: string, securable: PolicySecurable): ListedRuntimeObject {
  const details = { ...securable, policy_name: policy };
  const path = pathOf(details).join('.');
  return { name: `${policy} on ${path === '' ? 'the metastore' : path}`, details };
}

/** Returns the names of an object, from the outermost container to the object: none for the metastore. */
function pathOf({ catalog_name: catalog, schema_name: schema, table_name: table }: Details): readonly string[] {
  return [catalog, schema, table].flatMap((name) => (name === undefined ? [] : [name]));
}

const SCOPES: readonly PolicyScope[] = ['metastore', 'catalog', 'schema', 'table'];

function scopeOf(details: Details): PolicyScope {
  return SCOPES[pathOf(details).length] ?? 'table';
}

function securableClause({ catalog_name: catalog, schema_name: schema, table_name: table }: Details): Sql {
  if (catalog === undefined) return sql`METASTORE`;
  if (schema === undefined) return sql`CATALOG ${ident(catalog)}`;
  return table === undefined ? sql`SCHEMA ${ident(catalog, schema)}` : sql`TABLE ${ident(catalog, schema, table)}`;
}
