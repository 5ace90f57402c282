import { failed, ident, literal, passed, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';

/**
 * The test that the set-up account has the privileges that the managed objects need. The remedy has the statements that
 * grant missing ones.
 */
export const setupPrivileges: PlatformTest = {
  id: 'setup-privileges',
  name: 'Validate Automatic Bootstrap User Grants',
  description:
    'The set-up account is a superuser, or may create accounts and, before a creation, schemas in the database.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [basicConnection.id],
  on: { stage: STAGE, actor: 'setup' },
  async run({ session, config, operation, signal }) {
    const [row] = await session.query(
      sql`SELECT rolname AS account, rolsuper OR rolcreaterole AS roles, rolsuper OR pg_catalog.has_database_privilege(rolname, ${literal(config.database)}, 'CREATE') AS schemas FROM pg_catalog.pg_roles WHERE rolname = current_user`,
      { signal },
    );
    const account = ident(String(row?.account));
    const missing = [
      { name: 'CREATEROLE', held: row?.roles === true, grant: sql`ALTER ROLE ${account} CREATEROLE` },
      {
        name: `CREATE on database ${config.database}`,
        held: row?.schemas === true || operation !== 'create',
        grant: sql`GRANT CREATE ON DATABASE ${ident(config.database)} TO ${account}`,
      },
    ].filter(({ held }) => !held);
    if (missing.length === 0) return passed();
    return failed(`The set-up account lacks ${missing.map(({ name }) => name).join(' and ')}.`, {
      failureClass: 'missing-grant',
      remediation: { statements: missing.map(({ grant }) => grant), runAs: 'a superuser' },
    });
  },
};
