import type { SetupMode } from '@portcullis/plugin-api';

/** The suffix of the account's name in an automatic set-up, after its schema. */
export const ACCOUNT_SUFFIX = '_service';

/** The account that the service signs in with: the library names it, or in manual mode the config does. */
export function serviceAccountName(
  config: { readonly schema: string; readonly username: string },
  mode: SetupMode,
): string {
  return mode === 'automatic' ? `${config.schema}${ACCOUNT_SUFFIX}` : config.username;
}
