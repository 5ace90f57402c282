import { PlatformError } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Settings } from '../options.ts';
// @if oauth-client
import { accessToken } from './access-token.ts';
// @end

/**
 * The header that signs a request in.
 *
 * @throws PlatformError `credentials` when there is nothing to sign in with.
 */
export async function authorization(config: Config, _settings: Settings, _signal: AbortSignal): Promise<string> {
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
      return `Bearer ${required(await accessToken(config.oAuthClient, _settings, _signal))}`;
    // @end
  }
}

function required(secret: string | undefined): string {
  if (secret) return secret;
  throw new PlatformError({ failureClass: 'credentials', message: 'There is nothing to sign in with.' });
}
