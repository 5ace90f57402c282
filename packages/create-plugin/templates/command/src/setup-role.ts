import { command, type SetupMode, type SetupRole, secretSlot, sql } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';
import { serviceAccountName } from './objects/service-account-name.ts';
import { STAGE } from './stages.ts';

/** The placeholder for the account that runs scripts, which the config does not name in manual mode. */
const SCRIPT_ACCOUNT = 'portcullis-setup';

/** Returns the account that signs in, if the config contains it. Remedies of failed tests name this account. */
export function accountOf(
  config: Config,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string {
  return mode === 'automatic' && actor === 'setup' ? config.username : serviceAccountName(config, mode);
}

/**
 * Returns the account with the minimal privileges to set up a config. The library adds the privileges that the objects
 * need.
 */
export function setupRole(config: Config, { mode }: { readonly mode: SetupMode }): SetupRole {
  const name = mode === 'automatic' ? config.username : SCRIPT_ACCOUNT;
  return {
    name,
    runAs: 'an administrator',
    stage: STAGE,
    create: [
      {
        kind: 'user',
        text: command('ACL', 'SETUSER', name, 'on', ['>', secretSlot('setupPassword')], '+acl|whoami'),
        exists: sql`${command('ACL', 'GETUSER', name)}`,
      },
    ],
  };
}
