import { failed, ident, literal, passed, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import { STAGE } from '../stages.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/** The test that the set-up account may drop the database: only its owner and superusers can. */
export const removalPrivileges: RedshiftTest = {
  id: 'removal-privileges',
  name: 'Validate Automatic: Database Can Be Removed',
  description: 'The account is a superuser or owns the managed database, so that it can drop it.',
  operations: ['delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [BASIC_CONNECTION],
  on: { stage: STAGE.initial, actor: 'setup' },
  async run({ session, config, signal }) {
    const [row] = await session.query(
      sql`SELECT account.usename AS account, account.usesuper AS superuser, listed.datname AS database, listed.datdba = account.usesysid AS owner FROM pg_catalog.pg_user AS account LEFT JOIN pg_catalog.pg_database AS listed ON listed.datname = ${literal(config.database)} WHERE account.usename = current_user`,
      { signal },
    );
    if (isTrue(row?.superuser) || isTrue(row?.owner) || row?.database == null) return passed();
    return failed(
      `The account is neither a superuser nor the owner of the database ${config.database}, so it may not drop it.`,
      {
        failureClass: 'missing-grant',
        remediation: {
          statements: [sql`ALTER DATABASE ${ident(config.database)} OWNER TO ${ident(String(row?.account))}`],
          runAs: 'a superuser',
        },
      },
    );
  },
};
