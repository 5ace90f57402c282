import {
  classifyFailure,
  failed,
  ident,
  passed,
  type Sql,
  sql,
  type TestOutcome,
  warned,
} from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { nameOf } from '../names/identifier.ts';
import { impersonationRoleName } from '../names/object-names.ts';
import { actingRoles } from '../objects/acting-roles.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { createAccountView } from '../observation/account-view.ts';
import { SERVICE, SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/** The views that a feature reads. Sources: "QUERY_HISTORY view", "ACCESS_HISTORY view". */
const VIEWS = {
  audit: {
    title: 'Audit',
    what: 'query history',
    view: sql`SELECT 1 FROM SNOWFLAKE.ACCOUNT_USAGE.QUERY_HISTORY LIMIT 1`,
  },
  lineage: {
    title: 'Lineage',
    what: 'access history',
    view: sql`SELECT 1 FROM SNOWFLAKE.ACCOUNT_USAGE.ACCESS_HISTORY LIMIT 1`,
  },
} as const;

type ViewFeature = keyof typeof VIEWS;

/**
 * Returns a test that reads the view of a feature: before an automatic set-up with the role that will grant on it,
 * later with the service.
 */
function historyTest(feature: ViewFeature, when: 'before' | 'after' | 'recurring'): SnowflakeTest {
  const { title, what, view } = VIEWS[feature];
  const isBefore = when === 'before';
  const isRecurring = when === 'recurring';
  const prefix = isBefore ? 'Validate Automatic' : isRecurring ? 'Recurring Validation' : 'Validate Manual';
  return {
    id: `${feature}-${when}`,
    name: `${prefix}: ${title}: The ${what} is readable`,
    description: `Reads one row of the ${what} of the account.`,
    operations: isRecurring ? ['recurring'] : ['create', 'edit'],
    modes: isRecurring ? ['automatic', 'manual'] : [isBefore ? 'automatic' : 'manual'],
    phase: isRecurring ? 'recurring' : 'capability',
    mandatory: false,
    affects: [feature],
    ...(isBefore ? { dependsOn: [TEST_IDS.bootstrapUserGrants] } : {}),
    when: (config) => config[feature].enabled || { reason: `${feature}.enabled is false.` },
    on: isBefore ? SETUP : SERVICE,
    run: ({ session, config, signal }) => {
      const role = isBefore ? actingRoles(config, 'automatic').imports : session.role;
      return readOutcome(session, { role, warehouse: nameOf(config.warehouse), what, view }, signal);
    },
  };
}

/** The tests of audit and lineage. */
export const HISTORY_TESTS: readonly SnowflakeTest[] = (['audit', 'lineage'] as const).flatMap((feature) =>
  (['before', 'after', 'recurring'] as const).map((when) => historyTest(feature, when)),
);

/** The recurring test that the impersonation role still exists, has our mark, and has a member. */
export const impersonationRoleUsable: SnowflakeTest = {
  id: 'impersonation-recurring',
  name: 'Recurring Validation: Impersonation: The role is usable',
  description:
    'Checks that the impersonation role exists, its mark and its members, as far as they are visible to the service.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: false,
  affects: ['impersonation'],
  when: ({ impersonation }) => impersonation.enabled || { reason: 'impersonation.enabled is false.' },
  on: SERVICE,
  async run({ session, config, mark, signal }) {
    const role = impersonationRoleName(config);
    const view = createAccountView(session, signal);
    const row = await view.find('ROLES', role);
    if (!row) {
      const message = `The role ${role} does not exist, or the service cannot see it.`;
      return (await view.seesAllObjects()) ? failed(message, { failureClass: 'not-found' }) : warned(message);
    }
    // The creator of another role with this name chooses its members.
    if (row.comment !== mark(OBJECT_KEYS.impersonationRole)) {
      return failed(
        `The role ${role} does not have the mark of this integration: it was replaced by another role with the same name. Its members could query as other users.`,
        {
          failureClass: 'already-exists',
          help: 'Find out its creator and its members. Drop it if it is not needed; a PUT with the same config then creates it again.',
        },
      );
    }
    const members = (await view.grantsOf(role))?.length;
    if (members === 0) {
      return warned(`The role ${role} is not granted to any user yet, so no user can query as another one.`, {
        help: 'Ask an administrator to grant it to the users who need it.',
      });
    }
    return passed([{ role, ...(members === undefined ? {} : { members }) }]);
  },
};

/** The view to read, and the role that reads it. */
interface ViewRead {
  readonly role: string;
  readonly warehouse: string;
  readonly what: string;
  readonly view: Sql;
}

async function readOutcome(
  session: SnowflakeSession,
  { role, warehouse, what, view }: ViewRead,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const isOther = role !== session.role;
  try {
    if (isOther) await session.query(sql`USE ROLE ${ident(role)}`, { signal });
    await session.query(sql`USE WAREHOUSE ${ident(warehouse)}`, { signal });
    await session.query(view, { signal });
    return passed();
  } catch (error) {
    const failure = classifyFailure(error, classifyError);
    if (failure.class !== 'not-found' && failure.class !== 'missing-grant') throw error;
    return failed(`The role ${role} may not read the ${what} of the account, or its edition has none.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT IMPORTED PRIVILEGES ON DATABASE SNOWFLAKE TO ROLE ${ident(role)}`],
        runAs: 'ACCOUNTADMIN',
      },
    });
  } finally {
    // Later tests use the same session.
    if (isOther) await session.query(sql`USE ROLE ${ident(session.role)}`, { signal });
  }
}
