import type { SetupMode } from '@portcullis/plugin-api';

/** The suffix that is appended to the database name to form the account name of an automatic set-up. */
const ACCOUNT_SUFFIX = '_service';

/** The name of an account includes its allowed hosts: any. */
export const ANY_HOST = '%';

/** The account that the service signs in with. The library names it in automatic mode, the config in manual mode. */
export function serviceAccountName(
  config: { readonly database: string; readonly username: string },
  mode: SetupMode,
): string {
  return mode === 'automatic' ? `${config.database}${ACCOUNT_SUFFIX}` : config.username;
}
