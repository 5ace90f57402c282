import type { SetupMode } from '@portcullis/plugin-api';
import { fitName } from './fit-name.ts';

/** The parts of a config that names are made from. */
interface NamingFields {
  readonly database: string;
  readonly schema: string;
  readonly username?: string;
  readonly impersonation: { readonly role?: string | undefined };
}

/**
 * Clients that name the server with the login (`login@server`) have 128 characters for both, and a server has up to 63. Source:
 * Transact-SQL reference, "CREATE LOGIN", Logins.
 */
const LOGIN_LENGTH = 64;

/** The login and user that the service signs in with: the derived one in automatic mode, the one of the config in manual mode. */
export function accountName(config: NamingFields, mode: SetupMode): string {
  return (mode === 'manual' && config.username) || derivedAccountName(config);
}

/** The account that the service creates for itself. Logins belong to the server, so the name also contains the pool. */
export function derivedAccountName({ database, schema }: Pick<NamingFields, 'database' | 'schema'>): string {
  return fitName(`${database}_${schema}`.replaceAll(/[\\']/g, '_'), '_service', LOGIN_LENGTH);
}

/** The role of impersonation: the one of the config, or one called after the schema. */
export function impersonationRoleName({
  schema,
  impersonation,
}: Pick<NamingFields, 'schema' | 'impersonation'>): string {
  return impersonation.role ?? fitName(schema, '_impersonation');
}

/** The schema of the tables that the service needs itself. */
export function systemSchemaName({ schema }: Pick<NamingFields, 'schema'>): string {
  return fitName(schema, '_system');
}

/** The schema of its procedures. */
export function procedureSchemaName({ schema }: Pick<NamingFields, 'schema'>): string {
  return fitName(schema, '_procedures');
}
