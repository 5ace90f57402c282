import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import { OKTA_REFUSAL } from '../config/okta-schema.ts';
import type { Engine } from '../engine.ts';
import { derivedServiceAccount } from '../names/object-names.ts';
import { SERVICE_PASSWORD } from '../objects/service-account.ts';

/** Whom to sign in as. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

/**
 * Whom a connection signs in as: in automatic mode the privileged account or the one that the library made, in manual mode
 * always the one of the config, which the script made.
 *
 * @throws PlatformError `unsupported` for Okta, `credentials` when there is no password to sign in with.
 */
export function accountFor(
  request: Pick<ConnectionRequest<RedshiftConfig, never>, 'config' | 'actor' | 'mode' | 'secrets'>,
  engine: Engine,
): Account {
  const { config, actor, mode, secrets } = request;
  const generated = secrets[SERVICE_PASSWORD];
  if (mode === 'automatic' && actor === 'service') {
    return complete({ user: derivedServiceAccount(config.database, engine), password: generated });
  }
  if (config.authenticationType === 'okta') {
    throw new PlatformError({ failureClass: 'unsupported', message: OKTA_REFUSAL });
  }
  return complete({
    user: config.username,
    password: actor === 'service' ? (generated ?? config.password) : config.password,
  });
}

function complete({ user, password }: { user: string | undefined; password: string | undefined }): Account {
  if (user && password) return { user, password };
  const message =
    'There is no user name and password to sign in with: they are kept nowhere after an automatic set-up.';
  throw new PlatformError({ failureClass: 'credentials', message, help: 'Send the credentials with the request.' });
}
