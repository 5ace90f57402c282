import type { SetupMode } from '@portcullis/plugin-api';

/** The suffix of the account's name in an automatic set-up, after its prefix. */
export const ACCOUNT_SUFFIX = '-service';

/** Returns the account of the service: named by the library, or in manual mode by the config. */
export function serviceAccountName(
  config: { readonly prefix: string; readonly username: string },
  mode: SetupMode,
): string {
  return mode === 'automatic' ? `${config.prefix}${ACCOUNT_SUFFIX}` : config.username;
}
