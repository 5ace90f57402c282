import type { SetupMode } from '@portcullis/plugin-api';
import { fitName } from './fit-name.ts';

/** The fields of a config from which names derive. */
interface NamingFields {
  readonly database: string;
  readonly schema: string;
  readonly username?: string;
  readonly impersonation: { readonly role?: string | undefined };
}

/**
 * Maximum length of a login. Clients that combine login and server (`login@server`) have 128 characters for both, and
 * the name of a server has up to 63. Source: Transact-SQL reference, "CREATE LOGIN", Logins.
 */
const MAX_LOGIN_LENGTH = 64;

/**
 * Returns the name of the service's login and user: a derived one in automatic mode, that of the config in manual mode.
 */
export function accountName(config: NamingFields, mode: SetupMode): string {
  return (mode === 'manual' && config.username) || derivedAccountName(config);
}

/**
 * Returns the name of the account that the service creates for itself. Logins belong to the server, so the name also
 * contains the pool.
 */
export function derivedAccountName({ database, schema }: Pick<NamingFields, 'database' | 'schema'>): string {
  return fitName(`${database}_${schema}`.replaceAll(/[\\']/g, '_'), '_service', MAX_LOGIN_LENGTH);
}

/** Returns the name of the impersonation role: that of the config, or one derived from the schema. */
export function impersonationRoleName({
  schema,
  impersonation,
}: Pick<NamingFields, 'schema' | 'impersonation'>): string {
  return impersonation.role ?? fitName(schema, '_impersonation');
}

/** Returns the name of the schema for the service's own tables. */
export function systemSchemaName({ schema }: Pick<NamingFields, 'schema'>): string {
  return fitName(schema, '_system');
}

/** Returns the name of the schema for its procedures. */
export function procedureSchemaName({ schema }: Pick<NamingFields, 'schema'>): string {
  return fitName(schema, '_procedures');
}
