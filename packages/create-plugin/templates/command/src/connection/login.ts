import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { SERVICE_PASSWORD } from '../objects/blueprint.ts';
import { serviceAccountName } from '../objects/service-account-name.ts';

/** The credentials of a connection. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The account to sign in. */
export type LoginRequest = Pick<
  ConnectionRequest<Config, Record<never, never>>,
  'config' | 'actor' | 'mode' | 'secrets'
>;

/**
 * Returns the login of a connection. In automatic mode, this is the privileged account or the account that the library
 * created; in manual mode, always the account of the config, which the script created.
 *
 * @throws PlatformError `credentials` if there are no credentials.
 */
export function loginFor({ config, actor, mode, secrets }: LoginRequest): Login {
  if (mode === 'automatic' && actor === 'service') {
    return complete(serviceAccountName(config, mode), secrets[SERVICE_PASSWORD]);
  }
  // The config of an automatic set-up is stored without the privileged credentials, so each may be missing. After a
  // rotation, the library has a newer password than the config.
  return complete(config.username, secrets[SERVICE_PASSWORD] ?? config.password);
}

function complete(username: string | undefined, password: string | undefined): Login {
  if (username && password) return { username, password };
  throw new PlatformError({
    failureClass: 'credentials',
    message: 'There are no credentials for the sign-in: after an automatic set-up, they are not stored.',
    help: 'Send the credentials with the request.',
  });
}
