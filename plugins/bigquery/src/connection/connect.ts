import type { ConnectionRequest } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import { readKey } from '../config/service-account-key.ts';
import type { Settings } from '../settings.ts';
import { accessTokens } from './access-token.ts';
import { createApi } from './api.ts';
import type { BigQuerySession } from './bigquery-session.ts';
import { createSession } from './create-session.ts';

/**
 * Signs in with the key of the config: exchanges it for an access token immediately, so that a rejected key fails here.
 *
 * @throws GoogleApiError when Google refuses it.
 */
export async function connect(
  { config, signal, deadlineMs }: Pick<ConnectionRequest<BigQueryConfig, never>, 'config' | 'signal' | 'deadlineMs'>,
  settings: Settings,
): Promise<BigQuerySession> {
  const key = readKey(config.credential);
  const tokens = accessTokens(key, settings);
  await tokens(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
  return createSession(createApi(settings, tokens), key);
}
