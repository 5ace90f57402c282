import { ident, type SetupMode, type SetupRole, type SetupRoleStep, sql } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from './config/config-shapes.ts';
import { DEFAULT_SETUP_ROLE } from './config/target-fields.ts';
import { nameOf } from './names/identifier.ts';
import { serviceUserName } from './names/object-names.ts';
import { listed } from './objects/guards.ts';
import { ACCOUNT_STAGE } from './stages.ts';

/** The role that is proposed in place of ACCOUNTADMIN. */
const PROPOSED_ROLE = 'PORTCULLIS_SETUP';

/**
 * Returns the user that signs in, if the config names it: the account maps a client of an identity provider to a user.
 */
export function accountOf(
  config: SnowflakeConfig,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string | undefined {
  if (mode === 'manual' || actor === 'service') return serviceUserName(config, mode);
  return 'username' in config && config.username !== undefined ? nameOf(config.username) : undefined;
}

/**
 * Returns the role that sets a config up instead of ACCOUNTADMIN. A script needs no such role: it switches between the
 * default roles of the account.
 */
export function setupRole(config: SnowflakeConfig, { mode }: { readonly mode: SetupMode }): SetupRole | undefined {
  if (mode === 'manual') return undefined;
  const wanted = nameOf(config.role ?? DEFAULT_SETUP_ROLE);
  const name = wanted === DEFAULT_SETUP_ROLE ? PROPOSED_ROLE : wanted;
  const role: SetupRoleStep = {
    kind: 'role',
    text: sql`CREATE ROLE IF NOT EXISTS ${ident(name)}`,
    exists: listed('ROLES', name),
  };
  const user = accountOf(config, { actor: 'setup', mode });
  const member: SetupRoleStep = {
    kind: 'membership',
    text: sql`GRANT ROLE ${ident(name)} TO USER ${ident(user ?? name)}`,
    exists: listed('ROLES', name),
  };
  return {
    name,
    runAs: 'SECURITYADMIN; ACCOUNTADMIN for privileges that only this role may grant',
    stage: ACCOUNT_STAGE,
    create: user === undefined ? [role] : [role, member],
  };
}
