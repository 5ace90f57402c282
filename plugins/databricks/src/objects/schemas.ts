import { ident, literal, type ManagedObject, type Sql, sql } from '@portcullis/plugin-api';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { WORKSPACE_STAGE } from '../stages.ts';
import { type Blueprint, grantee } from './blueprint.ts';
import { foreignContentsByScript } from './foreign-contents.ts';
import { schemaGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { ownershipTransfer } from './ownership-transfer.ts';
import { catalogOwnership } from './privileges.ts';

/** The schema for metadata. */
export function systemSchema(blueprint: Blueprint): ManagedObject {
  return schema(blueprint, {
    key: OBJECT_KEYS.systemSchema,
    name: SYSTEM_SCHEMA,
    why: 'Contains the metadata of the service on the platform.',
  });
}

/** The schema for policies. */
export function policySchema(blueprint: Blueprint): ManagedObject {
  return schema(blueprint, {
    key: OBJECT_KEYS.policySchema,
    name: POLICY_SCHEMA,
    why: 'Contains the functions of row filters and column masks; only the service changes them.',
  });
}

/**
 * Returns a schema in the managed catalog, which the service owns. Its owner creates, changes and drops its contents,
 * and needs no other privilege on it. A script transfers it right after its creation. Sources: "CREATE SCHEMA", "ALTER
 * SCHEMA".
 */
function schema(
  blueprint: Blueprint,
  { key, name, why }: { readonly key: string; readonly name: string; readonly why: string },
): ManagedObject {
  const { catalog, mode, mark, principal } = blueprint;
  const path = ident(catalog, name);
  const to = grantee(blueprint);
  const transferTo = (owner: Sql): Sql => sql`ALTER SCHEMA ${path} SET OWNER TO ${owner}`;
  const isByScript = mode === 'manual';
  return {
    key,
    kind: 'schema',
    name: `${catalog}.${name}`,
    scope: 'metastore',
    by: 'setup',
    stage: WORKSPACE_STAGE,
    create: [
      { text: sql`CREATE SCHEMA ${path} COMMENT ${literal(mark(key))}` },
      ...(isByScript ? [{ text: transferTo(to) }] : []),
    ],
    ...ownershipTransfer(principal, to, transferTo),
    drop: [{ text: sql`DROP SCHEMA ${path} CASCADE`, succeedOn: ['not-found'] }],
    within: OBJECT_KEYS.catalog,
    reversible: false,
    needs: [catalogOwnership(catalog, ['create', 'alter', 'drop'])],
    why,
    guard: { ...schemaGuard(blueprint, key, name), foreignContents: foreignContentsByScript(blueprint, name) },
    presentTest: { id: `${key}-present`, name: `Validate Manual: Schema ${name} Exists`, after: 'metastore' },
  };
}
