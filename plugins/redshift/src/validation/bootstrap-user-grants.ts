import { failed, ident, keyword, passed, type Sql, sql } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Engine } from '../engine.ts';
import { SYSTEM_PRIVILEGES, SYSTEM_ROLE, type SystemPrivilege } from '../objects/system-privileges.ts';
import { STAGE } from '../stages.ts';
import { type AccountPowers, accountPowers } from './account-powers.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/** The set-up account may make the account of the service and, where it is wanted, the role of impersonation. */
export function bootstrapUserGrants(engine: Engine): RedshiftTest {
  return {
    id: 'bootstrap-user-grants',
    name: 'Validate Automatic Bootstrap User Grants',
    description: 'The set-up account is a superuser, or may make and drop the accounts and roles of this config.',
    operations: ['create', 'edit'],
    modes: ['automatic'],
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [BASIC_CONNECTION],
    on: { stage: STAGE.initial, actor: 'setup' },
    async run({ session, config, operation, signal }) {
      const powers = await accountPowers(session, engine, signal);
      const needed = neededPrivileges(config, operation === 'create');
      if (powers.superuser || needed.length === 0) return passed();
      if (engine === 'postgresql') return judgeAttribute(powers);
      const missing = needed.filter((name) => !powers.system.has(name));
      if (missing.length === 0) return passed(needed.map((privilege) => ({ privilege })));
      return failed(
        `The account lacks ${missing.join(', ')}. Only roles can hold system privileges: grant it a role that has them.`,
        {
          failureClass: 'missing-grant',
          remediation: { statements: roleWith(missing, powers.name), runAs: 'a superuser' },
        },
      );
    },
  };
}

function neededPrivileges({ impersonation }: RedshiftConfig, creates: boolean): readonly SystemPrivilege[] {
  return SYSTEM_PRIVILEGES.filter((name) => name !== 'ALTER USER').filter((name) =>
    name.endsWith('USER') ? creates : impersonation.enabled,
  );
}

function judgeAttribute({ system, name }: AccountPowers) {
  if (system.has('CREATEROLE')) return passed([{ privilege: 'CREATEROLE' }]);
  return failed('The account may not create accounts and roles.', {
    failureClass: 'missing-grant',
    remediation: { statements: [sql`ALTER USER ${ident(name)} CREATEROLE`], runAs: 'a superuser' },
  });
}

function roleWith(missing: readonly SystemPrivilege[], account: string): readonly Sql[] {
  const role = ident(SYSTEM_ROLE);
  return [
    sql`CREATE ROLE ${role}`,
    ...missing.map((name) => sql`GRANT ${keyword(name, SYSTEM_PRIVILEGES)} TO ROLE ${role}`),
    sql`GRANT ROLE ${role} TO ${ident(account)}`,
  ];
}
