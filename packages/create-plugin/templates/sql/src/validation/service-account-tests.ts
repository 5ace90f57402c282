import { failed, ident, literal, passed, sql } from '@portcullis/plugin-api';
import { accountOf } from '../setup-role.ts';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

const SERVICE = { stage: STAGE, actor: 'service' } as const;

/** Checks that the service account has the privileges in its schema. */
const run: PlatformTest['run'] = async ({ session, config, mode, signal }) => {
  const schema = ident(config.schema);
  const account = ident(accountOf(config, { actor: 'service', mode }));
  const [row] = await session.query(
    sql`SELECT bool_and(pg_catalog.has_schema_privilege(current_user, oid, 'USAGE') AND pg_catalog.has_schema_privilege(current_user, oid, 'CREATE')) AS allowed FROM pg_catalog.pg_namespace WHERE nspname = ${literal(config.schema)}`,
    { signal },
  );
  if (row?.allowed === true) return passed();
  return failed(`The service account may not work in the schema ${config.schema}.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: [sql`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${account}`],
      runAs: `the owner of schema ${config.schema}`,
    },
  });
};

/** The test, after a manual set-up, that the administrator has run the script. */
export const manualAccess: PlatformTest = {
  id: 'manual-schema-access',
  name: 'Validate Manual: Service Account May Work in the Schema',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: SERVICE,
  run,
};

/** The recurring test that the account can still sign in. */
export const recurringConnection: PlatformTest = {
  id: 'recurring-connection',
  name: 'Recurring Validation: Service Account Can Sign In',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
  async run({ session, signal }) {
    await session.query(sql`SELECT 1`, { signal });
    return passed();
  },
};

/** The recurring test that the account still has the privileges in its schema. */
export const recurringAccess: PlatformTest = {
  id: 'recurring-schema-access',
  name: 'Recurring Validation: Service Account May Work in the Schema',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [recurringConnection.id],
  on: SERVICE,
  run,
};
