import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Facts } from '../discover.ts';
import { SERVICE_PASSWORD } from '../objects/blueprint.ts';
import { serviceAccountName } from '../objects/service-account-name.ts';
import type { Settings } from '../options.ts';
// @if oauth-client
import { accessToken } from './access-token.ts';
// @end

/** The credentials of a connection. */
export interface Login {
  readonly user: string;
  readonly password?: string;
  /** A client certificate and its private key, in PEM form. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

type LoginInputs = Pick<ConnectionRequest<Config, Facts>, 'config' | 'actor' | 'mode' | 'secrets' | 'signal'>;

/** The account to sign in, and its method. */
export interface LoginRequest extends LoginInputs {
  readonly settings: Settings;
}

/**
 * Returns the login of a connection. In automatic mode, this is the privileged account or the account that the library
 * created; in manual mode, always the account of the config, which the script created.
 *
 * @throws PlatformError `credentials` if there are no credentials.
 */
export async function loginFor(request: LoginRequest): Promise<Login> {
  const { config, actor, mode, secrets } = request;
  if (mode === 'automatic' && actor === 'service') {
    return complete({ user: serviceAccountName(config, mode), password: secrets[SERVICE_PASSWORD] });
  }
  // The config of an automatic set-up is stored without the privileged credentials, so each may be missing.
  switch (config.authenticationType) {
    // @if password
    case 'password':
      // After a rotation, the library has a newer password than the config.
      return complete({ user: config.username, password: secrets[SERVICE_PASSWORD] ?? config.password });
    // @end
    // @if key-pair
    case 'keyPair': {
      const { username, certificate: cert, privateKey: key } = config;
      return complete({ user: username, ...(cert && key ? { certificate: { cert, key } } : {}) });
    }
    // @end
    // @if oauth-client
    case 'oAuthClient': {
      const { username, oAuthClient } = config;
      if (!oAuthClient) return complete({ user: username });
      const { settings, signal } = request;
      const send = await settings.send();
      const allowed = settings.identityProviders;
      try {
        return complete({ user: username, password: await accessToken(oAuthClient, { send, allowed, signal }) });
      } finally {
        await send.close();
      }
    }
    // @end
  }
}

function complete(login: { user?: string; password?: string | undefined; certificate?: Login['certificate'] }): Login {
  const { user, password, certificate } = login;
  if (user && password) return { user, password };
  if (user && certificate) return { user, certificate };
  throw new PlatformError({
    failureClass: 'credentials',
    message: 'There are no credentials for the sign-in: after an automatic set-up, they are not stored.',
    help: 'Send the credentials with the request.',
  });
}
