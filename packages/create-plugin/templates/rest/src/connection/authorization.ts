// @if token password
import { PlatformError } from '@portcullis/plugin-api';
// @end
import type { JsonSender } from '@portcullis/plugin-network';
import type { Config } from '../config/config-schema.ts';
import type { Settings } from '../options.ts';
// @if oauth-client
import { accessTokens } from './access-token.ts';
// @end
import type { Authorization } from './api.ts';

/** The account to sign in, and the sender of its requests. */
export interface AuthorizationRequest {
  readonly config: Config;
  readonly settings: Settings;
  readonly send: JsonSender;
}

/**
 * Creates the header that authenticates each request.
 *
 * @throws PlatformError `credentials` if there are no credentials.
 */
export function createAuthorization(request: AuthorizationRequest): Authorization {
  const { config } = request;
  switch (config.authenticationType) {
    // @if token
    case 'token': {
      const header = `Bearer ${required(config.token)}`;
      return async () => header;
    }
    // @end
    // @if password
    case 'password': {
      const header = `Basic ${Buffer.from(`${config.username}:${required(config.password)}`).toString('base64')}`;
      return async () => header;
    }
    // @end
    // @if oauth-client
    case 'oAuthClient': {
      const { oAuthClient } = config;
      const { send, settings } = request;
      const tokens = accessTokens(oAuthClient, { send, allowed: settings.identityProviders });
      return async (signal) => `Bearer ${await tokens(signal)}`;
    }
    // @end
  }
}
// @if token password

function required(secret: string | undefined): string {
  if (secret) return secret;
  throw new PlatformError({ failureClass: 'credentials', message: 'There are no credentials for the sign-in.' });
}
// @end
