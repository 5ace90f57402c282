import { ident, type ManagedObject, type Sql, type Step, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { tableGuard } from './catalogs.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { alterSchema } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The input for one of the service's own tables. */
export interface TablePlan extends Pick<ManagedObject, 'key' | 'why' | 'desired' | 'feature' | 'alter' | 'restore'> {
  readonly name: string;
  /** Columns and the text after them. */
  readonly definition: Sql;
  /** The rows that are inserted on creation. */
  readonly rows?: readonly Step[];
}

/** A table of the service in its own schema. Source: Transact-SQL reference, "CREATE TABLE (Azure Synapse Analytics)". */
export function tableObject(blueprint: Blueprint, { name, definition, rows = [], ...plan }: TablePlan): ManagedObject {
  const { systemSchema, schemaObjectCreator } = blueprint;
  const table = ident(systemSchema, name);
  return {
    ...plan,
    kind: 'table',
    name: `${systemSchema}.${name}`,
    scope: 'database',
    by: schemaObjectCreator,
    stage: STAGE.pool,
    create: [{ text: sql`CREATE TABLE ${table} ${definition}` }, ...rows],
    drop: [{ text: sql`DROP TABLE ${table}`, succeedOn: ALREADY_GONE }],
    blocks: [OBJECT_KEYS.systemSchema],
    reversible: false,
    needs: [alterSchema(systemSchema, OBJECT_KEYS.systemSchema)],
    guard: tableGuard(blueprint, systemSchema, name),
  };
}
