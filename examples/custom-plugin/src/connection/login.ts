import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Facts } from '../discover.ts';
import { SERVICE_PASSWORD } from '../objects/blueprint.ts';
import { serviceAccountName } from '../objects/service-account-name.ts';

/** The credentials that a connection signs in with. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/**
 * Returns the login of a connection. In automatic mode it is that of the privileged account or of the account that the
 * library created. In manual mode it is always that of the account in the config, which the script created.
 *
 * @throws PlatformError `credentials` when there are no credentials to sign in with.
 */
export function loginFor(
  request: Pick<ConnectionRequest<Config, Facts>, 'config' | 'actor' | 'mode' | 'secrets'>,
): Login {
  const { config, actor, mode, secrets } = request;
  const generated = secrets[SERVICE_PASSWORD];
  if (mode === 'automatic' && actor === 'service') {
    return complete({ user: serviceAccountName(config, mode), password: generated });
  }
  // The config of an automatic set-up is stored without the privileged credentials, so each may be missing.
  return complete({
    user: config.username,
    password: actor === 'service' ? (generated ?? config.password) : config.password,
  });
}

function complete({ user, password }: { user: string | undefined; password: string | undefined }): Login {
  if (user && password) return { user, password };
  throw new PlatformError({
    failureClass: 'credentials',
    message: 'There are no credentials for the sign-in: after an automatic set-up, they are not stored.',
    help: 'Send the credentials with the request.',
  });
}
