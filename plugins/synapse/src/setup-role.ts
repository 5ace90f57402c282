import {
  canonicalText,
  commentLines,
  ident,
  literal,
  type Privilege,
  type SetupMode,
  type SetupRole,
  type Sql,
  type Statement,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import type { SynapseConfig } from './config/config-schema.ts';

import { QUOTING } from './dialect/quoting.ts';
import { CLIENT_NOTE } from './dialect/section/render-section.ts';
import { accountName } from './names/object-names.ts';
import { controlDatabase, manageLogins } from './objects/privileges.ts';

/** The placeholder for the login that runs scripts, which the config does not name. */
const SCRIPT_ACCOUNT = 'portcullis_setup';

/**
 * Returns the account that signs in. In manual mode, the config names the service's login, and the account that runs
 * the script is unknown.
 */
export function accountOf(
  config: SynapseConfig,
  { actor, mode }: { readonly actor: 'setup' | 'service'; readonly mode: SetupMode },
): string | undefined {
  if (mode === 'manual' || actor === 'service') return accountName(config, mode);
  return config.username;
}

/** Returns the set-up login of a config, with its privileges in `master` and in the pool, as a script of two parts. */
export function setupRole(config: SynapseConfig, { mode }: { readonly mode: SetupMode }): SetupRole {
  const name = mode === 'automatic' ? config.username : SCRIPT_ACCOUNT;
  return {
    name,
    runAs: 'the administrator of the server',
    script: { language: 'Transact-SQL', fileExtension: 'sql', text: setupScript(config, name) },
  };
}

function setupScript({ database, host }: SynapseConfig, name: string): string {
  const [inMaster, addMember] = grantsOf(manageLogins().grant, name);
  const [inPool] = grantsOf(controlDatabase(database).grant, name);
  const createLogin = sql`CREATE LOGIN ${ident(name)} WITH PASSWORD = ${secretSlot('setupPassword')}`;
  return [
    commentLines(
      [
        `Portcullis, Azure Synapse Analytics, set-up login for ${host}`,
        `Gives ${name} the privileges to set up, edit and remove this integration, and no others.`,
        'Run it as the administrator of the server, each part connected to the database that it names.',
        CLIENT_NOTE,
        'Before you run it, replace {{setupPassword}} with a password of your choice, in single quotes.',
      ]
        .map(oneLine)
        .join('\n'),
    ),
    section('master', [
      unless(sql`SELECT 1 FROM sys.sql_logins WHERE name = ${literal(name)}`, createLogin),
      unless(userNamed(name), inMaster),
      text(addMember),
    ]),
    section(database, [unless(userNamed(name), inMaster), text(inPool)]),
    '',
  ].join('\n');
}

function grantsOf(grant: Privilege['grant'], name: string): readonly Statement[] {
  return [grant?.(name) ?? []].flat();
}

function section(database: string, batches: readonly string[]): string {
  return [
    '',
    commentLines(oneLine(`== Connected to the database "${database}" ==`)),
    ...batches.map((batch) => `${batch}\nGO`),
  ].join('\n');
}

function userNamed(name: string): Sql {
  return sql`SELECT 1 FROM sys.database_principals WHERE name = ${literal(name)}`;
}

function unless(found: Sql, statement: Statement | undefined): string {
  return `IF NOT EXISTS (${text(found)})\nBEGIN\n    ${text(statement)}\nEND;`;
}

function text(statement: Statement | undefined): string {
  return statement === undefined ? '' : canonicalText(statement, QUOTING);
}

function oneLine(line: string): string {
  return line.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
