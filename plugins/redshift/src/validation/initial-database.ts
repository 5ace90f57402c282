import { failed, ident, literal, passed, sql } from '@portcullis/plugin-api';
import { isTrue } from '../connection/redshift-session.ts';
import { STAGE } from '../stages.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/** The test that the set-up account may create the registry in the initial database. */
export const initialDatabase: RedshiftTest = {
  id: 'initial-database',
  name: 'Initial Validation: Initial Database Is Usable',
  description:
    'The set-up account may create a schema in the initial database, where the marks of ownership are stored.',
  operations: ['create'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [BASIC_CONNECTION],
  on: { stage: STAGE.initial, actor: 'setup' },
  async run({ session, config, signal }) {
    const { initialDatabase: database } = config;
    const [row] = await session.query(
      sql`SELECT current_user AS account, has_database_privilege(${literal(database)}, 'create') AS granted`,
      { signal },
    );
    if (isTrue(row?.granted)) return passed();
    return failed(`The account may not create a schema in the database ${database}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT CREATE ON DATABASE ${ident(database)} TO ${ident(String(row?.account))}`],
        runAs: `a superuser or the owner of database ${database}`,
      },
    });
  },
};
