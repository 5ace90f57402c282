import { ident, literal, type ManagedObject, type Sql, sql } from '@portcullis/plugin-api';
import { type Blueprint, guardOf, privilege, STAGE } from './object-parts.ts';

/** Returns the objects inside the managed database. */
export function databaseObjects(blueprint: Blueprint): readonly ManagedObject[] {
  return [schema(blueprint), retention(blueprint), logProcedure(blueprint), ...auditTrail(blueprint)];
}

/** Returns the common part of all objects in the database. */
function objectInDatabase(
  { config, contentsCreator: by, mark }: Blueprint,
  object: Pick<ManagedObject, 'key' | 'kind' | 'name' | 'why'> & { readonly create: Sql; readonly drop: Sql },
): ManagedObject {
  return {
    ...object,
    scope: 'database',
    by,
    stage: STAGE.main,
    create: [{ text: object.create }],
    drop: [{ text: object.drop }],
    within: 'database',
    needs: [privilege('CREATE', `database ${config.database}`)],
    guard: guardOf(object.kind, object.name, mark(object.key)),
  };
}

function schema(blueprint: Blueprint): ManagedObject {
  const { schema: name } = blueprint.config;
  return objectInDatabase(blueprint, {
    key: 'schema',
    kind: 'schema',
    name,
    create: sql`CREATE SCHEMA ${ident(name)} MARK ${literal(blueprint.mark('schema'))}`,
    drop: sql`DROP SCHEMA ${ident(name)}`,
    why: 'Holds the views.',
  });
}

/** An object that the service account always creates, as a dataset or a location that belongs to it. */
function retention(blueprint: Blueprint): ManagedObject {
  const { retentionDays: days } = blueprint.config;
  return {
    ...objectInDatabase(blueprint, {
      key: 'retention',
      kind: 'parameter',
      name: 'retention',
      create: sql`CREATE PARAMETER ${ident('retention')} VALUE ${literal(days)} MARK ${literal(blueprint.mark('retention'))}`,
      drop: sql`DROP PARAMETER ${ident('retention')}`,
      why: 'Limits the number of days for which the platform keeps its log.',
    }),
    by: 'service',
    desired: { days },
    alter: ({ days: before = null }) => [
      { text: sql`ALTER PARAMETER ${ident('retention')} FROM ${literal(before)} TO ${literal(days)}` },
    ],
    restore: ({ days: before = null }) => [
      { text: sql`ALTER PARAMETER ${ident('retention')} FROM ${literal(days)} TO ${literal(before)}` },
    ],
  };
}

/** A procedure whose body is its revision. Runs as the owner of the database. */
function logProcedure(blueprint: Blueprint): ManagedObject {
  const { procedureRevision: revision, mark } = blueprint;
  const body = sql`${ident('log')} REVISION ${literal(revision)} MARK ${literal(mark('log-procedure'))}`;
  return {
    ...objectInDatabase(blueprint, {
      key: 'log-procedure',
      kind: 'procedure',
      name: 'log',
      create: sql`CREATE PROCEDURE ${body}`,
      drop: sql`DROP PROCEDURE ${ident('log')}`,
      why: 'Writes the log.',
    }),
    role: 'owner',
    revision,
    alter: () => [{ text: sql`REPLACE PROCEDURE ${body}` }],
  };
}

function auditTrail(blueprint: Blueprint): readonly ManagedObject[] {
  if (!blueprint.config.audit?.enabled) return [];
  const trail = objectInDatabase(blueprint, {
    key: 'audit-trail',
    kind: 'trail',
    name: 'audit',
    create: sql`CREATE TRAIL ${ident('audit')} MARK ${literal(blueprint.mark('audit-trail'))}`,
    drop: sql`DROP TRAIL ${ident('audit')}`,
    why: 'Shows the queries of each user.',
  });
  return [{ ...trail, blocks: ['schema'], feature: 'audit' }];
}
