import { literal, type SetupMode, type SetupRole, secretSlot, sql } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';
import { accountAt } from './objects/blueprint.ts';
import { ANY_HOST, serviceAccountName } from './objects/service-account-name.ts';
import { STAGE } from './stages.ts';

/** The placeholder for the account that runs scripts, which the config does not name in manual mode. */
const SCRIPT_ACCOUNT = 'portcullis_setup';

/** Returns the account that signs in, where the config names it. Remedies of failed tests name this account. */
export function accountOf(
  config: Config,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string {
  return mode === 'automatic' && actor === 'setup' ? config.username : serviceAccountName(config, mode);
}

/**
 * The account with the fewest privileges that can set up a config. The library adds the privileges that the objects
 * need.
 */
export function setupRole(config: Config, { mode }: { readonly mode: SetupMode }): SetupRole {
  const name = mode === 'automatic' ? config.username : SCRIPT_ACCOUNT;
  return {
    name,
    runAs: 'an account with ALL PRIVILEGES and GRANT OPTION',
    stage: STAGE,
    create: [
      {
        kind: 'user',
        text: sql`CREATE USER ${accountAt(name)} IDENTIFIED BY ${secretSlot('setupPassword')}`,
        exists: sql`SELECT 1 FROM mysql.user WHERE User = ${literal(name)} AND Host = ${literal(ANY_HOST)}`,
      },
    ],
  };
}
