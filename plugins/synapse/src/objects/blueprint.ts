import type { ObjectContext, SetupMode, Sql } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import { accountName, impersonationRoleName, procedureSchemaName, systemSchemaName } from '../names/object-names.ts';
import { securityId } from '../names/security-id.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The input for the managed objects of one config. */
export interface Blueprint {
  readonly mode: SetupMode;
  readonly database: string;
  /** The name of the service's login and user. */
  readonly account: string;
  /** The SID of both, which identifies them as ours. */
  readonly accountId: Sql;
  /** The mark in the service's own tables, which identifies the integration. */
  readonly integrationMark: string;
  readonly viewSchema: string;
  readonly systemSchema: string;
  readonly procedureSchema: string;
  readonly delimiters: SynapseConfig['metadataDelimiters'];
  /** The role of impersonation, whether it is enabled or not. */
  readonly role: string;
  readonly impersonation: boolean;
  /**
   * The creator of tables and procedures: the service account after an automatic set-up, so that upgrades need no
   * privileged credentials; otherwise the account that runs the script.
   */
  readonly schemaObjectCreator: 'service' | 'setup';
}

/** Creates the blueprint of a config. */
export function blueprintOf(
  config: Omit<SynapseConfig, 'username' | 'password' | 'authenticationType'> & { readonly username?: string },
  { mode, mark }: Pick<ObjectContext<never>, 'mode' | 'mark'>,
): Blueprint {
  return {
    mode,
    database: config.database,
    account: accountName(config, mode),
    accountId: securityId(mark(OBJECT_KEYS.login)),
    integrationMark: mark(OBJECT_KEYS.profileFormat),
    viewSchema: config.schema,
    systemSchema: systemSchemaName(config),
    procedureSchema: procedureSchemaName(config),
    delimiters: config.metadataDelimiters,
    role: impersonationRoleName(config),
    impersonation: config.impersonation.enabled,
    schemaObjectCreator: mode === 'automatic' ? 'service' : 'setup',
  };
}
