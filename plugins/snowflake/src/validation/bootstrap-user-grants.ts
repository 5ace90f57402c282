import { failed, ident, type Privilege, passed, type Sql, sql, warned } from '@portcullis/plugin-api';
import { DEFAULT_SETUP_ROLE } from '../config/target-fields.ts';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { ROLE_NOT_IN_TOKEN_HELP } from '../failures/failure-rows.ts';
import { nameOf } from '../names/identifier.ts';
import { blueprintOf } from '../objects/blueprint.ts';
import { managedObjects } from '../objects/managed-objects.ts';
import { accountOf } from '../setup-role.ts';
import { availableRoles, type HeldPrivilege, heldPrivileges } from './held-privileges.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/**
 * The test that the set-up role has the privileges for this config: it can act as the system-defined roles, or has each
 * privilege itself. The required privileges come from the managed objects.
 */
export const bootstrapUserGrants: SnowflakeTest = {
  id: TEST_IDS.bootstrapUserGrants,
  name: 'Validate Automatic Bootstrap User Grants',
  description: 'The set-up role has every privilege that is needed to create the objects of this config.',
  operations: ['create', 'edit'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.privilegedRole],
  on: SETUP,
  async run({ session, config, operation, options, mark, signal }) {
    const role = nameOf(config.role ?? DEFAULT_SETUP_ROLE);
    const user = accountOf(config, { actor: 'setup', mode: 'automatic' });
    const available = await availableRoles(session, signal);
    const blueprint = blueprintOf(config, { mode: 'automatic', mark, options });
    const { databases, accounts, grants, imports } = blueprint.acting;
    const needsImports = blueprint.features.audit || blueprint.features.lineage;
    const roles = new Set([databases, accounts, grants, ...(needsImports ? [imports] : [])]);
    const missingRoles = [...roles].filter((each) => !available.includes(each));
    if (missingRoles.length > 0) {
      return failed(`The user may not act as ${missingRoles.join(', ')}, which this set-up needs.`, {
        failureClass: 'missing-grant',
        // Granted to the user and not to the role. Otherwise all future members of the role would be administrators.
        remediation: { statements: missingRoles.map((each) => grantRole(each, user, role)), runAs: 'ACCOUNTADMIN' },
        help: 'No other role can grant the imported privileges of audit and lineage. Revoke ACCOUNTADMIN after the set-up. Alternatively, use the script, whose last section an administrator runs, or leave audit and lineage off.',
      });
    }
    const refused = await refusedRoles(session, [...roles], signal);
    if (refused.length > 0) {
      return failed(
        `The credentials do not permit the user to act as ${refused.join(', ')}, which this set-up needs.`,
        {
          failureClass: 'missing-grant',
          help: ROLE_NOT_IN_TOKEN_HELP,
        },
      );
    }
    if (role === DEFAULT_SETUP_ROLE) return passed([{ role }]);
    const needed = managedObjects(blueprint)
      .filter(({ by }) => by === 'setup')
      .flatMap(({ needs }) => needs.filter((need) => isRequired(need, operation)));
    const missingFrom = (held: readonly HeldPrivilege[]) => distinct(needed).filter((need) => !isHeld(need, held));
    const isEnough = (held: readonly HeldPrivilege[]): boolean => missingFrom(held).length === 0;
    const { held, isComplete } = await heldPrivileges(session, role, isEnough, signal);
    const missing = missingFrom(held);
    if (missing.length === 0) return passed(distinct(needed).map(({ name, on }) => ({ privilege: name, on })));
    const list = missing.map(privilegeText).join('; ');
    if (!isComplete)
      return warned(`The role ${role} inherits from too many roles to read all. Not found: ${list}.`, {
        failureClass: 'missing-grant',
        help: 'If the role has them through a role that was not read, the set-up succeeds. Otherwise grant them to the role itself.',
      });
    return failed(`The role ${role} lacks: ${list}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: missing.flatMap((need) => need.grant?.(role) ?? []),
        runAs: 'ACCOUNTADMIN, or SECURITYADMIN for privileges that it may grant',
      },
    });
  },
};

/**
 * Returns the roles to which the session cannot switch although the user has them: an access token may list only some
 * roles of its user. Source: "External OAuth overview", Using ANY role with External OAuth.
 */
async function refusedRoles(
  session: SnowflakeSession,
  roles: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const others = roles.filter((each) => each !== session.role);
  const refused: string[] = [];
  try {
    for (const each of others) {
      await session.query(sql`USE ROLE ${ident(each)}`, { signal }).catch((error: unknown) => {
        if (classifyError(error)?.class !== 'missing-grant') throw error;
        refused.push(each);
      });
    }
  } finally {
    // Later tests use the same session.
    if (others.length > 0) await session.query(sql`USE ROLE ${ident(session.role)}`, { signal });
  }
  return refused;
}

function grantRole(role: string, user: string | undefined, otherwise: string): Sql {
  return user === undefined
    ? sql`GRANT ROLE ${ident(role)} TO ROLE ${ident(otherwise)}`
    : sql`GRANT ROLE ${ident(role)} TO USER ${ident(user)}`;
}

/** Ownership comes with creation; an edit creates no database and no user. */
function isRequired({ name, grant, operations = ['create'] }: Privilege, operation: string): boolean {
  if (grant === undefined || !operations.includes('create')) return false;
  return operation === 'create' || (name !== 'CREATE DATABASE' && name !== 'CREATE USER');
}

/** The owner of an object may use it and pass this on. Source: "GRANT <privileges>", Access control requirements. */
function isHeld({ name, on, withGrant = false, anyOf = [] }: Privilege, held: readonly HeldPrivilege[]): boolean {
  return held.some(
    (each) =>
      (each.on === 'the account' && anyOf.includes(each.name)) ||
      (each.on === on && each.name === 'OWNERSHIP') ||
      (each.name === name && each.on === on && (!withGrant || each.withGrant)),
  );
}

function distinct(privileges: readonly Privilege[]): readonly Privilege[] {
  return [...new Map(privileges.map((each) => [privilegeText(each), each])).values()];
}

function privilegeText({ name, on, withGrant = false, anyOf = [] }: Privilege): string {
  const others = anyOf.map((other) => ` (or ${other})`).join('');
  return `${name} on ${on}${withGrant ? ' with grant option' : ''}${others}`;
}
