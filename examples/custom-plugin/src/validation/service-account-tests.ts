import { failed, join, keyword, literal, passed, sql } from '@portcullis/plugin-api';
import { accountAt, everythingIn, grantPattern } from '../objects/blueprint.ts';
import { SERVICE_PRIVILEGES } from '../objects/privileges.ts';
import { ANY_HOST } from '../objects/service-account-name.ts';
import { accountOf } from '../setup-role.ts';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

const SERVICE = { stage: STAGE, actor: 'service' } as const;

/** Checks that the account of the service may work in its database. */
const run: PlatformTest['run'] = async ({ session, config, mode, signal }) => {
  const { database } = config;
  const account = accountOf(config, { actor: 'service', mode });
  const rows = await session.query(
    sql`SELECT PRIVILEGE_TYPE AS name FROM information_schema.SCHEMA_PRIVILEGES WHERE TABLE_SCHEMA = ${literal(grantPattern(database))} AND GRANTEE = ${literal(`'${account}'@'${ANY_HOST}'`)}`,
    { signal },
  );
  const missing = SERVICE_PRIVILEGES.filter((name) => !rows.some((row) => row.name === name));
  if (missing.length === 0) return passed();
  const privileges = join(
    missing.map((name) => keyword(name, SERVICE_PRIVILEGES)),
    sql`, `,
  );
  return failed(`The service account lacks ${missing.join(', ')} on the database ${database}.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: [sql`GRANT ${privileges} ON ${everythingIn(database)} TO ${accountAt(account)}`],
      runAs: `an account that holds them on the database ${database} with GRANT OPTION`,
    },
  });
};

/** The test, after a manual set-up, that the administrator has run the script. */
export const manualAccess: PlatformTest = {
  id: 'manual-database-access',
  name: 'Validate Manual: Service Account May Work in the Database',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: SERVICE,
  run,
};

/** The periodic check: the account still signs in. */
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

/** The periodic check: the account may still work in its database. */
export const recurringAccess: PlatformTest = {
  id: 'recurring-database-access',
  name: 'Recurring Validation: Service Account May Work in the Database',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [recurringConnection.id],
  on: SERVICE,
  run,
};
