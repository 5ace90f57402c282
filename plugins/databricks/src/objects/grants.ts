import { ident, keyword, type ManagedObject, type Sql, type Step, sql } from '@portcullis/plugin-api';
import { FEATURE } from '../features.ts';
import { WORKSPACE_STAGE } from '../stages.ts';
import { type Blueprint, grantee, granteeName } from './blueprint.ts';
import { catalogGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { AUDIT_TABLES, auditGranting, auditReading, catalogOwnership } from './privileges.ts';

/**
 * The grant, in manual mode, for access to the catalog. In automatic mode, the service owns the catalog. Source:
 * "GRANT".
 */
export function catalogUse(blueprint: Blueprint): ManagedObject {
  const { catalog } = blueprint;
  return {
    key: OBJECT_KEYS.catalogUse,
    kind: 'grant',
    name: `use catalog on catalog ${catalog}`,
    scope: 'metastore',
    by: 'setup',
    stage: WORKSPACE_STAGE,
    create: steps(sql`GRANT USE CATALOG ON CATALOG ${ident(catalog)} TO ${grantee(blueprint)}`),
    drop: steps(sql`REVOKE USE CATALOG ON CATALOG ${ident(catalog)} FROM ${grantee(blueprint)}`),
    desired: desiredOf(blueprint),
    within: OBJECT_KEYS.catalog,
    needs: [catalogOwnership(catalog, ['create', 'alter', 'drop'])],
    why: 'Access to a schema requires USE CATALOG on its catalog.',
    guard: catalogGuard(blueprint),
  };
}

/**
 * The grants to read the system tables of audit. Only administrators of the account can grant them, so automatic set-up
 * requires them beforehand. Another integration of the same metastore may use the same principal, so the grants are
 * shared, and revoked with the last integration. Source: "Monitor account activity with system tables", Grant access to
 * system tables.
 */
export function auditAccess(blueprint: Blueprint): ManagedObject {
  const { mode } = blueprint;
  const to = grantee(blueprint);
  const tables = AUDIT_TABLES.map((table) => keyword(table, AUDIT_TABLES));
  const isByScript = mode === 'manual';
  return {
    key: OBJECT_KEYS.auditAccess,
    kind: 'grant',
    name: `select on the audit tables to ${granteeName(blueprint)}`,
    scope: 'metastore',
    sharing: isByScript ? 'shared' : 'required',
    by: isByScript ? 'setup' : 'administrator',
    stage: WORKSPACE_STAGE,
    create: isByScript
      ? steps(
          sql`GRANT USE CATALOG ON CATALOG system TO ${to}`,
          sql`GRANT USE SCHEMA ON SCHEMA system.access TO ${to}`,
          ...tables.map((table) => sql`GRANT SELECT ON TABLE system.access.${table} TO ${to}`),
        )
      : [],
    drop: isByScript
      ? steps(
          ...tables.map((table) => sql`REVOKE SELECT ON TABLE system.access.${table} FROM ${to}`),
          sql`REVOKE USE SCHEMA ON SCHEMA system.access FROM ${to}`,
          sql`REVOKE USE CATALOG ON CATALOG system FROM ${to}`,
        )
      : [],
    ...(isByScript ? { desired: desiredOf(blueprint) } : {}),
    feature: FEATURE.audit,
    needs: isByScript ? auditGranting() : auditReading(),
    why: 'The service reads the queries of users on tables and columns.',
    ...(isByScript ? { guard: catalogGuard(blueprint) } : {}),
  };
}

function desiredOf({ principal }: Blueprint): Readonly<Record<string, string>> {
  return principal === undefined ? {} : { principal };
}

function steps(...statements: readonly Sql[]): readonly Step[] {
  return statements.map((text) => ({ text }));
}
