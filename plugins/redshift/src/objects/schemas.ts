import { ident, type ManagedObject, sql } from '@portcullis/plugin-api';
import { METADATA_SCHEMA, VIEW_SCHEMA } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { schemaGuard } from './owner-guard.ts';
import { createSchemaPrivilege, ownership, ownershipTransfer } from './privileges.ts';

/** The schema for the service's own tables and procedures. */
export function metadataSchema(blueprint: Blueprint): ManagedObject {
  return schema(blueprint, {
    key: OBJECT_KEYS.metadataSchema,
    name: METADATA_SCHEMA,
    why: 'Separates the metadata and the procedures of the service from the views that users query.',
    test: { id: 'metadata-schema-present', name: 'Validate Manual: Metadata Schema Exists' },
  });
}

/** The schema of the policy-enforced views. */
export function viewSchema(blueprint: Blueprint): ManagedObject {
  return schema(blueprint, {
    key: OBJECT_KEYS.viewSchema,
    name: VIEW_SCHEMA,
    why: 'Contains the policy-enforced views; users get access to single views.',
    test: { id: 'view-schema-present', name: 'Validate Manual: View Schema Exists' },
  });
}

interface SchemaDefinition {
  readonly key: string;
  readonly name: string;
  readonly why: string;
  readonly test: { readonly id: string; readonly name: string };
}

function schema(blueprint: Blueprint, { key, name, why, test }: SchemaDefinition): ManagedObject {
  const { database, account, contentsCreator } = blueprint;
  return {
    key,
    kind: 'schema',
    name: `${database}.${name}`,
    scope: 'database',
    by: contentsCreator,
    stage: STAGE.managed,
    create: [{ text: sql`CREATE SCHEMA ${ident(name)} AUTHORIZATION ${ident(account)}` }],
    alter: () => [{ text: sql`REVOKE CREATE ON SCHEMA ${ident(name)} FROM PUBLIC` }],
    restore: () => [{ text: sql`GRANT CREATE ON SCHEMA ${ident(name)} TO PUBLIC` }],
    desired: { everybody: false },
    drop: [{ text: sql`DROP SCHEMA IF EXISTS ${ident(name)}` }],
    within: OBJECT_KEYS.database,
    reversible: false,
    needs: [
      createSchemaPrivilege(database),
      { ...ownership(`schema ${name}`, key), operations: ['alter', 'drop'] },
      ...(contentsCreator === 'setup' ? [ownershipTransfer(account)] : []),
    ],
    why,
    guard: schemaGuard(blueprint, name),
    presentTest: test,
  };
}
