import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { SERVICE_SECRET, serviceAccountName } from '../objects/service-account.ts';

/** The client that signs in. */
interface SignIn {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Returns the client of a connection: in automatic mode the service signs in as the account that the set-up created, in all
 * other cases as the client of the config.
 *
 * @throws PlatformError `credentials` if there are none: privileged credentials are not stored.
 */
export function signInOf({
  config,
  actor,
  mode,
  secrets,
}: Pick<ConnectionRequest<Config, Record<string, never>>, 'config' | 'actor' | 'mode' | 'secrets'>): SignIn {
  const isGenerated = mode === 'automatic' && actor === 'service';
  const { clientId, clientSecret }: Partial<SignIn> = isGenerated
    ? { clientId: serviceAccountName(config), clientSecret: secrets[SERVICE_SECRET] }
    : config;
  if (clientId && clientSecret) return { clientId, clientSecret };
  throw new PlatformError({ failureClass: 'credentials', message: 'There are no credentials for the sign-in.' });
}
