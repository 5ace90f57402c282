import {
  ident,
  literal,
  type SetupMode,
  type SetupRole,
  type SetupRoleStep,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import type { RedshiftConfig } from './config/config-schema.ts';
import type { Engine } from './engine.ts';
import { derivedServiceAccount } from './names/derived-service-account.ts';
import { serviceAccountName } from './names/object-names.ts';
import { ACCOUNTS, named, ROLES } from './objects/catalogs.ts';
import { SYSTEM_ROLE } from './objects/system-privileges.ts';
import { passwordEncoder } from './passwords/encode-password.ts';
import { STAGE } from './stages.ts';

/** The placeholder for the account that runs scripts, which the config does not name. */
const SCRIPT_ACCOUNT = 'portcullis_setup_account';

/**
 * Returns the account that signs in. In manual mode, the config names the service account, and the account that runs
 * the script is unknown.
 */
export function accountOf(
  config: RedshiftConfig,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
  engine: Engine,
): string | undefined {
  if (mode === 'manual') return serviceAccountName(config, mode, engine);
  if (actor === 'service') return derivedServiceAccount(config.database, engine);
  return config.authenticationType === 'userPassword' ? config.username : undefined;
}

/** Returns the set-up account for a config, and the role with its system privileges. */
export function setupRole(config: RedshiftConfig, { mode }: { readonly mode: SetupMode }, engine: Engine): SetupRole {
  const name = (mode === 'automatic' && accountOf(config, { actor: 'setup', mode }, engine)) || SCRIPT_ACCOUNT;
  const password = secretSlot('setupPassword', { encode: passwordEncoder(engine) });
  const account: SetupRoleStep = {
    kind: 'user',
    text: sql`CREATE USER ${ident(name)} PASSWORD ${password}`,
    exists: sql`SELECT ${ACCOUNTS[engine].name} AS name FROM ${named(ACCOUNTS[engine], literal(name))}`,
  };
  const role: SetupRoleStep = {
    kind: 'system role',
    text: sql`CREATE ROLE ${ident(SYSTEM_ROLE)}`,
    exists: sql`SELECT 1 FROM ${named(ROLES[engine], literal(SYSTEM_ROLE))}`,
  };
  return {
    name,
    runAs: 'a superuser',
    stage: STAGE.initial,
    create: engine === 'redshift' ? [account, role] : [account],
  };
}
