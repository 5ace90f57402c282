import { canonicalText, ident, type ManagedObject, type Sql, sql } from '@portcullis/plugin-api';
import { inOwnBatch } from '../dialect/in-own-batch.ts';
import { QUOTING } from '../dialect/quoting.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { bodyDigest } from './body-digest.ts';
import { procedureGuard } from './catalogs.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { alterSchema } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The input for one of the service's procedures. */
export interface ProcedurePlan extends Pick<ManagedObject, 'key' | 'why' | 'feature'> {
  readonly name: string;
  /** Parameters and body, the text after the name. */
  readonly definition: Sql;
}

/**
 * Returns a procedure of the service. The pool has no CREATE OR ALTER, and a dropped procedure loses its grants, so a
 * changed procedure is altered. Source: Transact-SQL reference, "CREATE PROCEDURE" and "ALTER PROCEDURE", Syntax for
 * Azure Synapse Analytics.
 */
export function procedureObject(blueprint: Blueprint, { name, definition, ...plan }: ProcedurePlan): ManagedObject {
  const { procedureSchema, schemaObjectCreator } = blueprint;
  const procedure = ident(procedureSchema, name);
  const wanted = sql`CREATE PROCEDURE ${procedure} ${definition}`;
  return {
    ...plan,
    kind: 'procedure',
    name: `${procedureSchema}.${name}`,
    scope: 'database',
    by: schemaObjectCreator,
    stage: STAGE.pool,
    create: [{ text: inOwnBatch(wanted) }],
    alter: () => [{ text: inOwnBatch(sql`ALTER PROCEDURE ${procedure} ${definition}`) }],
    drop: [{ text: sql`DROP PROCEDURE ${procedure}`, succeedOn: ALREADY_GONE }],
    desired: { body: bodyDigest(canonicalText(wanted, QUOTING)) },
    blocks: [OBJECT_KEYS.procedureSchema],
    needs: [alterSchema(procedureSchema, OBJECT_KEYS.procedureSchema)],
    guard: procedureGuard(blueprint, procedureSchema, name),
  };
}
