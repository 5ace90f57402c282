import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { DEFAULT_SETUP_ROLE } from '../config/target-fields.ts';
import { nameOf } from '../names/identifier.ts';
import { serviceUserName, systemRoleName } from '../names/object-names.ts';
import { SERVICE_KEY } from '../objects/service-user.ts';

/** The credentials of an identity. */
export type SignInCredentials =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'key';
      readonly user: string;
      readonly privateKey: string;
      readonly passphrase?: string | undefined;
    }
  | {
      readonly kind: 'client';
      readonly client: Extract<SnowflakeConfig, { authenticationType: 'oAuthClientCredentials' }>['oAuthClientConfig'];
    };

/** The credentials of a connection, and its first role. */
export interface Identity {
  readonly credentials: SignInCredentials;
  readonly role: string;
}

/**
 * Returns the user of a connection. In automatic mode, this is the privileged user or the user that the library
 * created; in manual mode, always the user of the config, which the script created.
 *
 * @throws PlatformError `credentials` if there are no credentials.
 */
export function identityFor({
  config,
  actor,
  mode,
  secrets,
}: Pick<ConnectionRequest<SnowflakeConfig, never>, 'config' | 'actor' | 'mode' | 'secrets'>): Identity {
  if (mode === 'manual') return { credentials: credentialsOf(config), role: systemRoleName(config, mode) };
  if (actor === 'setup') return { credentials: credentialsOf(config), role: nameOf(config.role ?? DEFAULT_SETUP_ROLE) };
  const privateKey = secrets[SERVICE_KEY];
  if (privateKey === undefined) throw missingCredentials();
  return {
    credentials: { kind: 'key', user: serviceUserName(config, mode), privateKey },
    role: systemRoleName(config, mode),
  };
}

/** The config of an automatic set-up is stored without the privileged credentials. */
function credentialsOf(config: Partial<SnowflakeConfig>): SignInCredentials {
  if ('password' in config && config.username && config.password) {
    return { kind: 'password', user: nameOf(config.username), password: config.password };
  }
  if ('privateKey' in config && config.username && config.privateKey?.content) {
    const { username, privateKey, privateKeyPassword } = config;
    return { kind: 'key', user: nameOf(username), privateKey: privateKey.content, passphrase: privateKeyPassword };
  }
  if ('oAuthClientConfig' in config && config.oAuthClientConfig?.clientSecret) {
    return { kind: 'client', client: config.oAuthClientConfig };
  }
  throw missingCredentials();
}

function missingCredentials(): PlatformError {
  return new PlatformError({
    failureClass: 'credentials',
    message: 'There are no credentials for the sign-in: after an automatic set-up, they are not stored.',
    help: 'Send the credentials with the request.',
  });
}
