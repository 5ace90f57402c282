import { ident, type ManagedObject, type Sql, type Step, sql } from '@portcullis/plugin-api';
import { inOwnBatch } from '../dialect/in-own-batch.ts';
import type { ViewsOwner } from '../names/view-mark.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { schemaGuard } from './catalogs.ts';
import { foreignContents, type OwnSchema, ownViews } from './foreign-contents.ts';
import { missingPrivileges } from './missing-privileges.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { controlDatabase } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The schema of the service's own tables. */
export function systemSchema(blueprint: Blueprint): ManagedObject {
  return schema(blueprint, {
    key: OBJECT_KEYS.systemSchema,
    name: blueprint.systemSchema,
    privileges: sql`ALTER, DELETE, INSERT, SELECT, VIEW DEFINITION`,
    desired: 'ALTER, DELETE, INSERT, SELECT, VIEW DEFINITION',
    why: 'Separates the user data that the views need from the views; no other account has access.',
    purpose: 'system',
    testName: 'System Schema',
  });
}

/** The schema of the procedures. */
export function procedureSchema(blueprint: Blueprint): ManagedObject {
  return schema(blueprint, {
    key: OBJECT_KEYS.procedureSchema,
    name: blueprint.procedureSchema,
    privileges: sql`ALTER, EXECUTE, VIEW DEFINITION`,
    desired: 'ALTER, EXECUTE, VIEW DEFINITION',
    why: 'Separates the procedures, so that users can call some of them without access to the tables.',
    purpose: 'procedures',
    testName: 'Procedure Schema',
  });
}

/**
 * The schema of the policy-enforced views. It belongs to dbo, like most data: readers of a view need no access to the
 * table only if view and table have the same owner ("Ownership chains").
 */
export function viewSchema(blueprint: Blueprint): ManagedObject {
  const { viewSchema: name, database } = blueprint;
  const viewsSchema = schema(blueprint, {
    key: OBJECT_KEYS.viewSchema,
    name,
    privileges: sql`ALTER, SELECT, VIEW DEFINITION`,
    desired: 'ALTER, SELECT, VIEW DEFINITION',
    why: 'Contains the policy-enforced views; administrators grant users access to them. It belongs to dbo, so that readers of a view need no access to the tables behind it.',
    purpose: 'views',
    testName: 'Schema',
  });
  return {
    ...viewsSchema,
    reversible: false,
    drop: [{ text: dropViews({ database, schema: name }) }, ...viewsSchema.drop],
  };
}

interface SchemaDefinition {
  readonly key: string;
  readonly name: string;
  /**
   * The privileges of the service account on the schema, as in a statement, and as in the catalog: sorted, with commas.
   */
  readonly privileges: Sql;
  readonly desired: string;
  readonly why: string;
  readonly purpose: OwnSchema['purpose'];
  /** The name in the tests. */
  readonly testName: string;
}

function schema(
  blueprint: Blueprint,
  { key, name, privileges, desired, why, purpose, testName }: SchemaDefinition,
): ManagedObject {
  const { account, database } = blueprint;
  const grant: Step = { text: sql`GRANT ${privileges} ON SCHEMA::${ident(name)} TO ${ident(account)}` };
  return {
    key,
    kind: 'schema',
    name,
    scope: 'database',
    by: 'setup',
    stage: STAGE.pool,
    create: [{ text: inOwnBatch(sql`CREATE SCHEMA ${ident(name)} AUTHORIZATION [dbo]`) }, grant],
    alter: () => [grant],
    // The repair does not change the owner, and revokes no privilege.
    restore: ({ privileges: held }) => {
      const granted = held === undefined ? undefined : missingPrivileges(desired, held);
      return granted ? [{ text: sql`REVOKE ${granted} ON SCHEMA::${ident(name)} FROM ${ident(account)}` }] : [];
    },
    drop: [{ text: sql`DROP SCHEMA ${ident(name)}`, succeedOn: ALREADY_GONE }],
    desired: { owner: 'dbo', privileges: desired },
    // The account's privileges on the schema identify it as ours.
    blocks: [OBJECT_KEYS.user],
    needs: [controlDatabase(database)],
    why,
    guard: { ...schemaGuard(blueprint, name), foreignContents: foreignContents({ database, schema: name, purpose }) },
    absentTest: { id: `${key}-absent`, name: `Validate Automatic: ${testName} Does Not Exist` },
    presentTest: { id: `${key}-present`, name: `Validate Manual: ${testName} Exists` },
  };
}

/**
 * Returns the loop that drops the host's views of the schema, because only an empty schema can be dropped ("DROP SCHEMA").
 * It has the form that the vendor documents for the pool ("T-SQL loops for dedicated SQL pools").
 */
function dropViews(owner: ViewsOwner): Sql {
  const views = ownViews(owner);
  return sql`
    DECLARE @statement nvarchar(4000);
    WHILE EXISTS (SELECT 1 FROM ${views})
    BEGIN
        SET @statement = (
            SELECT TOP (1) N'DROP VIEW ' + QUOTENAME(space.name) + N'.' + QUOTENAME(made.name)
            FROM ${views});
        EXEC (@statement);
    END`;
}
