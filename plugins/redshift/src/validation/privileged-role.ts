import { failed, ident, passed, sql } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';
import { STAGE } from '../stages.ts';
import { effectivePrivileges } from './effective-privileges.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/** The test that the set-up account may create a database. */
export function privilegedRole(engine: Engine): RedshiftTest {
  return {
    id: 'privileged-role',
    name: 'Initial Validation: Validate access to Privileged Role',
    description: 'The set-up account is a superuser or can create databases.',
    operations: ['create'],
    modes: ['automatic'],
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [BASIC_CONNECTION],
    on: { stage: STAGE.initial, actor: 'setup' },
    async run({ session, signal }) {
      const privileges = await effectivePrivileges(session, engine, signal);
      if (privileges.superuser || privileges.createsDatabases)
        return passed([{ superuser: privileges.superuser, createsDatabases: true }]);
      return failed('The account may not create databases.', {
        failureClass: 'missing-grant',
        remediation: { statements: [sql`ALTER USER ${ident(privileges.name)} CREATEDB`], runAs: 'a superuser' },
      });
    },
  };
}
