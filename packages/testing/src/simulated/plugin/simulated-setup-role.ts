import { ident, literal, type SetupMode, type SetupRole, secretSlot, sql } from '@portcullis/plugin-api';
import { STAGE } from './object-parts.ts';
import type { SimulatedConfig } from './simulated-config.ts';

/** Returns the account that signs in. In manual mode, the account that runs the script is unknown. */
export function simulatedAccount(
  { database, username }: SimulatedConfig,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string | undefined {
  if (actor === 'setup') return mode === 'automatic' ? username : undefined;
  return mode === 'automatic' ? `${database}_service` : username;
}

/** Returns the set-up account. */
export function simulatedSetupRole(config: SimulatedConfig, { mode }: { readonly mode: SetupMode }): SetupRole {
  const name = simulatedAccount(config, { actor: 'setup', mode }) ?? 'portcullis_setup';
  return {
    name,
    runAs: 'an administrator of the server',
    stage: STAGE.initial,
    create: [
      {
        kind: 'user',
        text: sql`CREATE USER ${ident(name)} PASSWORD ${secretSlot('setupPassword')}`,
        exists: sql`FIND ${literal('user')} ${literal(name)}`,
      },
    ],
  };
}
