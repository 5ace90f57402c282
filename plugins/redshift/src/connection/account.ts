import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Engine } from '../engine.ts';
import { derivedServiceAccount } from '../names/derived-service-account.ts';
import { serviceAccountName } from '../names/object-names.ts';
import { SERVICE_PASSWORD } from '../objects/service-account.ts';
import type { OktaConfig } from './federation/temporary-account.ts';

/** The account of a sign-in: one with a password, or the user of a sign-in through Okta. */
export type Account =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'okta';
      readonly config: OktaConfig;
      /** The database user; without it the assertion determines the user. */
      readonly user?: string;
    };

/**
 * Returns the account of a connection. In automatic mode, this is the privileged account or the account that the
 * library created; in manual mode, always the account of the config, which the script created.
 *
 * @throws PlatformError `credentials` if there are no credentials.
 */
export function accountFor(
  request: Pick<ConnectionRequest<RedshiftConfig, never>, 'config' | 'actor' | 'mode' | 'secrets'>,
  engine: Engine,
): Account {
  const { config, actor, mode, secrets } = request;
  const generated = secrets[SERVICE_PASSWORD];
  if (mode === 'automatic' && actor === 'service') {
    return passwordAccount({ user: derivedServiceAccount(config.database, engine), password: generated });
  }
  if (config.authenticationType === 'okta') {
    // The config of an automatic set-up is stored without the privileged credentials.
    const { host, okta } = config as Partial<typeof config>;
    if (!host || !okta?.password) throw missingCredentials();
    const own = mode === 'manual' ? { user: serviceAccountName(config, mode, engine) } : {};
    return { kind: 'okta', config: { host, okta }, ...own };
  }
  return passwordAccount({
    user: config.username,
    password: actor === 'service' ? (generated ?? config.password) : config.password,
  });
}

function passwordAccount({ user, password }: { user: string | undefined; password: string | undefined }): Account {
  if (user && password) return { kind: 'password', user, password };
  throw missingCredentials();
}

function missingCredentials(): PlatformError {
  const message = 'There are no credentials for the sign-in: after an automatic set-up, they are not stored.';
  return new PlatformError({ failureClass: 'credentials', message, help: 'Send the credentials with the request.' });
}
