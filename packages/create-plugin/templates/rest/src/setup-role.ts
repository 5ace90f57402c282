import type { SetupRole } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';
import { SERVICE_PERMISSIONS } from './objects/permissions.ts';

/** The name of the account if the config does not contain one. */
const SERVICE_ACCOUNT = 'portcullis';

/** Returns the service account if the config contains its name. An administrator creates it, never the service. */
export function accountOf(config: Config): string | undefined {
  return 'username' in config ? String(config.username) : undefined;
}

/** Returns the service account and the commands that create it, with only the permissions that the objects need. */
export function setupRole(config: Config): SetupRole {
  const name = accountOf(config) ?? SERVICE_ACCOUNT;
  const account = `https://${config.host}/v1/accounts/${encodeURIComponent(name)}`;
  const lines = [
    '#!/bin/sh',
    '# Needs the token of an administrator in ADMIN_TOKEN.',
    'set -eu',
    put(account),
    ...SERVICE_PERMISSIONS.map((permission) => put(`${account}/permissions/${encodeURIComponent(permission)}`)),
  ];
  return {
    name,
    runAs: 'an administrator of the platform',
    script: { language: 'Shell', fileExtension: 'sh', text: `${lines.join('\n')}\n` },
  };
}

function put(url: string): string {
  return `curl --fail --silent --show-error -X PUT -H "Authorization: Bearer $ADMIN_TOKEN" ${quoted(url)}`;
}

/**
 * Quotes a text for the shell. Only the quote itself is special between single quotes. Source: POSIX, "Shell Command
 * Language", 2.2.2.
 */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
