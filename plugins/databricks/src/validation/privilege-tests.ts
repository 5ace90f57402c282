import { failed, ident, passed, type Sql, skipped, sql, type TestOutcome } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import type { DatabricksSession, HeldPrivilege } from '../connection/databricks-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { type DatabricksTest, SERVICE, TEST_IDS } from './databricks-test.ts';

/**
 * The privilege that replaces ownership. ALL PRIVILEGES does not include it. Source: "Unity Catalog privileges reference",
 * ALL PRIVILEGES.
 */
const MANAGE = ['MANAGE'];

/** The test, before an automatic set-up, that the service may create a catalog. */
export const catalogCreation: DatabricksTest = {
  id: 'create-catalog',
  name: 'Validate Automatic: Service Principal May Create Catalogs',
  description: 'The service principal has CREATE CATALOG on the metastore, or is its admin.',
  operations: ['create'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.metastore],
  on: SERVICE,
  async run({ session, signal }) {
    const { id, owner } = await session.metastore(signal);
    const principal = await session.principal(signal);
    if ((await session.identities(signal)).has(owner)) return passed([{ principal, privilege: 'metastore admin' }]);
    const creation = { on: 'metastore', name: id, anyOf: ['CREATE_CATALOG', 'ALL_PRIVILEGES'] } as const;
    const isHeld = await undefinedIfHidden(() => session.holds(creation, principal, signal));
    if (isHeld === undefined)
      return skipped(
        'The privileges on the metastore cannot be seen; the set-up will show whether they are sufficient.',
      );
    if (isHeld) return passed([{ principal, privilege: 'CREATE CATALOG' }]);
    return failed(`The service principal ${principal} may not create catalogs.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT CREATE CATALOG ON METASTORE TO ${ident(principal)}`],
        runAs: 'a metastore admin',
      },
    });
  },
};

/** The test, after a manual set-up and in the recurring validation, that the service can work in its catalog. */
export const catalogAccess: DatabricksTest = {
  id: 'manual-privileges',
  name: 'Validate Manual: Service Principal Has Its Privileges',
  description: 'The service principal may use the catalog and owns the schemas in it.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.metastore],
  on: SERVICE,
  run: ({ session, config, signal }) => catalogPrivilegesOutcome(session, config, signal),
};

/** The recurring test. */
export const recurringAccess: DatabricksTest = {
  ...catalogAccess,
  id: 'recurring-privileges',
  name: 'Recurring Validation: Service Principal Has Its Privileges',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
};

/** The test, before an automatic edit, that the service principal owns the catalog or may take ownership of it. */
export const catalogOwnership: DatabricksTest = {
  id: 'catalog-ownership',
  name: 'Validate Automatic: Catalog Belongs to the Service Principal',
  description: 'The service principal owns the catalog, or has MANAGE on it and can take ownership.',
  operations: ['edit'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SERVICE,
  run: ({ session, config, signal }) => catalogControlOutcome(session, config, signal),
};

/** The test, before an automatic removal, that the service still controls the catalog. */
export const removalPrivileges: DatabricksTest = {
  ...catalogOwnership,
  id: 'removal-privileges',
  name: 'Validate Automatic: Catalog Can Be Removed',
  description: 'The service principal owns the catalog, or has MANAGE on it.',
  operations: ['delete'],
};

async function catalogControlOutcome(
  session: DatabricksSession,
  { catalog }: DatabricksConfig,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const principal = await session.principal(signal);
  const manage = sql`GRANT MANAGE ON CATALOG ${ident(catalog)} TO ${ident(principal)}`;
  const found = await session.catalog(catalog, signal).catch((error: unknown) => {
    if (classifyError(error)?.class === 'missing-grant') return null;
    throw error;
  });
  if (found === null) {
    return failed(`The service principal may not see the catalog ${catalog}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT USE CATALOG ON CATALOG ${ident(catalog)} TO ${ident(principal)}`, manage],
        runAs: `the owner of catalog ${catalog}, or a metastore admin`,
      },
    });
  }
  if (!found) return skipped(`There is no catalog ${catalog}.`);
  const managed = { on: 'catalog', name: catalog, owner: found.owner, anyOf: MANAGE } as const;
  if ((await hasControl(session, managed, signal)) || (await isMetastoreAdmin(session, signal)))
    return passed([{ catalog, owner: found.owner }]);
  return failed(`The catalog ${catalog} belongs to ${found.owner}, and the service principal may not manage it.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: [manage],
      runAs: `${found.owner}, or a metastore admin`,
    },
  });
}

async function catalogPrivilegesOutcome(
  session: DatabricksSession,
  { catalog }: DatabricksConfig,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const principal = await session.principal(signal);
  const found = await undefinedIfHidden(() => session.catalog(catalog, signal));
  const use = sql`GRANT USE CATALOG ON CATALOG ${ident(catalog)} TO ${ident(principal)}`;
  const missing: { readonly what: string; readonly remedy: Sql }[] = [];
  if (!found) missing.push({ what: `USE CATALOG on catalog ${catalog}`, remedy: use });
  for (const name of [SYSTEM_SCHEMA, POLICY_SCHEMA]) {
    const schema = await undefinedIfHidden(() => session.schema(catalog, name, signal));
    const owned = { on: 'schema', name: `${catalog}.${name}`, anyOf: MANAGE } as const;
    if (schema && (await hasControl(session, { ...owned, owner: schema.owner }, signal))) continue;
    const remedy = sql`ALTER SCHEMA ${ident(catalog, name)} SET OWNER TO ${ident(principal)}`;
    missing.push({ what: `OWNERSHIP of schema ${catalog}.${name}`, remedy });
  }
  if (missing.length === 0) return passed([{ principal }]);
  return failed(`The service principal ${principal} lacks: ${missing.map(({ what }) => what).join('; ')}.`, {
    failureClass: 'missing-grant',
    remediation: { statements: missing.map(({ remedy }) => remedy), runAs: `the owner of catalog ${catalog}` },
  });
}

/**
 * Returns whether the signed-in principal owns an object, directly or through a group, or has the privilege that
 * replaces ownership.
 */
async function hasControl(
  session: DatabricksSession,
  object: HeldPrivilege & { readonly owner: string },
  signal: AbortSignal,
): Promise<boolean> {
  if ((await session.identities(signal)).has(object.owner)) return true;
  const principal = await session.principal(signal);
  return (await undefinedIfHidden(() => session.holds(object, principal, signal))) ?? false;
}

/** Returns whether the signed-in principal is a metastore admin, directly or through a group. */
async function isMetastoreAdmin(session: DatabricksSession, signal: AbortSignal): Promise<boolean> {
  const metastore = await undefinedIfHidden(() => session.metastore(signal));
  return metastore !== undefined && (await session.identities(signal)).has(metastore.owner);
}

/** Returns the result, or `undefined` for an invisible object, which the platform reports as missing or refuses. */
async function undefinedIfHidden<Value>(request: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await request();
  } catch (error) {
    if (['missing-grant', 'not-found'].includes(classifyError(error)?.class ?? '')) return undefined;
    throw error;
  }
}
