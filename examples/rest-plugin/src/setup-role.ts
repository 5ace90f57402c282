import type { Actor, SetupMode, SetupRole } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';
import { PREPARED_PERMISSIONS, SETUP_PERMISSIONS } from './objects/permissions.ts';
import { serviceAccountName } from './objects/service-account.ts';

/** Returns the account that an actor signs in as. */
export function accountOf(
  config: Config,
  { actor, mode }: { readonly actor: Actor; readonly mode: SetupMode },
): string | undefined {
  return mode === 'automatic' && actor === 'service' ? serviceAccountName(config) : config.clientId;
}

/**
 * Returns the account of the config and the command that creates it: with the permissions of the set-up in automatic mode,
 * with those of the service in manual mode.
 */
export function setupRole({ host, clientId: name }: Config, { mode }: { readonly mode: SetupMode }): SetupRole {
  const permissions = mode === 'automatic' ? SETUP_PERMISSIONS : PREPARED_PERMISSIONS;
  const body = JSON.stringify({ name, permissions });
  const lines = [
    '#!/bin/sh',
    '# Needs the token of an administrator in ADMIN_TOKEN. The response has the secret of the account.',
    'set -eu',
    'curl --fail --silent --show-error -X POST -H "Authorization: Bearer $ADMIN_TOKEN" \\',
    `  -H 'content-type: application/json' --data ${quoted(body)} ${quoted(`https://${host}/v1/service-accounts`)}`,
  ];
  return {
    name,
    runAs: 'an administrator of the platform',
    script: { language: 'Shell', fileExtension: 'sh', text: `${lines.join('\n')}\n` },
  };
}

/**
 * Quotes a text for the shell. Only the quote itself is special between single quotes. Source: POSIX, "Shell Command
 * Language", 2.2.2.
 */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
