// @if token password
import { PlatformError } from '@portcullis/plugin-api';
// @end
import type { JsonSender } from '@portcullis/plugin-network';
import type { Config } from '../config/config-schema.ts';
import type { Settings } from '../options.ts';
// @if oauth-client
import { accessToken } from './access-token.ts';
// @end

/** The account to sign in, and the sender of its requests. */
export interface AuthorizationRequest {
  readonly config: Config;
  readonly settings: Settings;
  readonly send: JsonSender;
  readonly signal: AbortSignal;
}

/**
 * Returns the header that authenticates a request.
 *
 * @throws PlatformError `credentials` if there are no credentials.
 */
export async function authorization(request: AuthorizationRequest): Promise<string> {
  const { config } = request;
  switch (config.authenticationType) {
    // @if token
    case 'token':
      return `Bearer ${required(config.token)}`;
    // @end
    // @if password
    case 'password':
      return `Basic ${Buffer.from(`${config.username}:${required(config.password)}`).toString('base64')}`;
    // @end
    // @if oauth-client
    case 'oAuthClient':
      return `Bearer ${await accessToken(config.oAuthClient, { ...request, allowed: request.settings.identityProviders })}`;
    // @end
  }
}
// @if token password

function required(secret: string | undefined): string {
  if (secret) return secret;
  throw new PlatformError({ failureClass: 'credentials', message: 'There are no credentials for the sign-in.' });
}
// @end
