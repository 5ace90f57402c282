import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { ACCOUNT_STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { foreignContents } from './foreign-contents.ts';
import { grantObject } from './grant-object.ts';
import { databaseGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { createSchema, ownership } from './privileges.ts';

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
    why: 'Contains the masking and row access policies; only the service changes them.',
  });
}

/**
 * A schema in the managed database, with managed access: only its owner can grant in it ("CREATE SCHEMA"). In
 * automatic mode the service creates it, so that upgrades need no privileged credentials; by script the owner of the
 * database creates and transfers it.
 */
function schema(
  blueprint: Blueprint,
  { key, name, why }: { readonly key: string; readonly name: string; readonly why: string },
): ManagedObject {
  const { database, systemRole, acting, mode, mark } = blueprint;
  const isByScript = mode === 'manual';
  const path = ident(database, name);
  return {
    key,
    kind: 'schema',
    name: `${database}.${name}`,
    scope: 'database',
    by: isByScript ? 'setup' : 'service',
    stage: ACCOUNT_STAGE,
    role: isByScript ? acting.databases : systemRole,
    create: [{ text: sql`CREATE SCHEMA IF NOT EXISTS ${path} WITH MANAGED ACCESS COMMENT = ${literal(mark(key))}` }],
    drop: [{ text: sql`DROP SCHEMA ${path}`, succeedOn: ['not-found'] }],
    within: OBJECT_KEYS.database,
    reversible: false,
    needs: [
      isByScript ? ownership(`database ${database}`, OBJECT_KEYS.database, ['create']) : createSchema(database),
      ownership(`schema ${database}.${name}`, key, ['drop']),
    ],
    why,
    guard: { ...databaseGuard(blueprint), foreignContents: foreignContents({ database, schema: name }, systemRole) },
    presentTest: { id: `${key}-present`, name: `Validate Manual: Schema ${name} Exists` },
  };
}

/**
 * The transfer of the schemas to the system role, the last step of a script: the account that runs it then no longer
 * owns them.
 */
export function schemaOwnership(blueprint: Blueprint): ManagedObject {
  const { database, systemRole, acting } = blueprint;
  const schemas = [SYSTEM_SCHEMA, POLICY_SCHEMA].map((name) => ident(database, name));
  const transferTo = (role: string) =>
    schemas.map((path) => sql`GRANT OWNERSHIP ON SCHEMA ${path} TO ROLE ${ident(role)} COPY CURRENT GRANTS`);
  return grantObject({
    key: OBJECT_KEYS.schemaOwnership,
    name: `ownership of the schemas of database ${database} to role ${systemRole}`,
    role: acting.grants,
    grant: transferTo(systemRole),
    revoke: transferTo(acting.databases),
    within: OBJECT_KEYS.database,
    desired: { role: systemRole },
    needs: [{ name: 'MANAGE GRANTS', on: 'the account', operations: ['create', 'drop'] }],
    why: 'The service owns the objects that it works with.',
    guard: databaseGuard(blueprint),
  });
}
