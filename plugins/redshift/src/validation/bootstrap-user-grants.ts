import { failed, ident, join, keyword, literal, passed, type Sql, sql, type TestOutcome } from '@portcullis/plugin-api';
import { isTrue, type RedshiftSession } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { named, ROLES } from '../objects/catalogs.ts';
import { SYSTEM_PRIVILEGES, SYSTEM_ROLE, type SystemPrivilege } from '../objects/system-privileges.ts';
import { STAGE } from '../stages.ts';
import { type EffectivePrivileges, effectivePrivileges } from './effective-privileges.ts';
import { neededPrivileges, type PlannedChange, touchedAccounts } from './needed-privileges.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/**
 * The test that the set-up account may create and remove the service account and, if it changes, the impersonation
 * role.
 */
export function bootstrapUserGrants(engine: Engine): RedshiftTest {
  return {
    id: 'bootstrap-user-grants',
    name: 'Validate Automatic Bootstrap User Grants',
    description: 'The set-up account is a superuser, or may create and drop the accounts and roles of this operation.',
    operations: ['create', 'edit', 'delete'],
    modes: ['automatic'],
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [BASIC_CONNECTION],
    on: { stage: STAGE.initial, actor: 'setup' },
    async run({ session, config, previous, operation, signal }) {
      const privileges = await effectivePrivileges(session, engine, signal);
      const needed = neededPrivileges({ config, previous, operation }, engine);
      if (privileges.superuser || needed.length === 0) return passed();
      if (engine === 'postgresql') return onPostgres({ config, previous, operation }, privileges, session, signal);
      const missing = needed.filter((name) => !privileges.system.has(name));
      if (missing.length === 0) return passed(needed.map((privilege) => ({ privilege })));
      return failed(
        `The account lacks ${missing.join(', ')}. Only roles can have system privileges, so the account needs a role that has them.`,
        {
          failureClass: 'missing-grant',
          remediation: { statements: await roleWith(missing, privileges.name, session, signal), runAs: 'a superuser' },
        },
      );
    },
  };
}

/**
 * The attribute, and from release 16 on the admin option: an account that may create roles may only change and drop
 * roles that it created or has with this option. Source: PostgreSQL manual, "Role Attributes".
 */
async function onPostgres(
  change: PlannedChange,
  { name, system }: EffectivePrivileges,
  session: RedshiftSession,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const mayCreate = system.has('CREATEROLE');
  const notAdministered = await notAdministeredAccounts(touchedAccounts(change, 'postgresql'), session, signal);
  if (mayCreate && notAdministered.length === 0) return passed([{ privilege: 'CREATEROLE' }]);
  const lacks = [
    ...(mayCreate ? [] : ['may not create and drop accounts and roles']),
    ...(notAdministered.length === 0
      ? []
      : [`may not change or drop ${notAdministered.join(' and ')}, which another account created`]),
  ];
  return failed(`The account ${lacks.join(', and ')}.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: [
        ...(mayCreate ? [] : [sql`ALTER USER ${ident(name)} CREATEROLE`]),
        // Only the permission to change and drop them, not their privileges.
        ...notAdministered.map(
          (role) => sql`GRANT ${ident(role)} TO ${ident(name)} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`,
        ),
      ],
      runAs: mayCreate ? 'a superuser or the account that created them' : 'a superuser',
    },
  });
}

async function notAdministeredAccounts(
  touched: readonly string[],
  session: RedshiftSession,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (touched.length === 0) return [];
  const rows = await session.query(
    sql`SELECT listed.rolname AS name FROM pg_catalog.pg_roles AS listed WHERE listed.rolname IN (${join(touched.map(literal), sql`, `)}) AND NOT pg_has_role(current_user, listed.oid, 'USAGE WITH ADMIN OPTION') AND current_setting('server_version_num')::int >= 160000`,
    { signal },
  );
  return rows.map((row) => String(row.name));
}

/**
 * Returns the remedy, least privileged statements first: a missing role, its missing privileges, and the account's
 * membership.
 */
async function roleWith(
  missing: readonly SystemPrivilege[],
  account: string,
  session: RedshiftSession,
  signal: AbortSignal,
): Promise<readonly Sql[]> {
  const role = ident(SYSTEM_ROLE);
  const [row] = await session.query(
    sql`SELECT count(*) > 0 AS known FROM ${named(ROLES.redshift, literal(SYSTEM_ROLE))}`,
    { signal },
  );
  return [
    ...(isTrue(row?.known) ? [] : [sql`CREATE ROLE ${role}`]),
    ...missing.map((name) => sql`GRANT ${keyword(name, SYSTEM_PRIVILEGES)} TO ROLE ${role}`),
    sql`GRANT ROLE ${role} TO ${ident(account)}`,
  ];
}
