import type { ConnectionRequest } from '@portcullis/plugin-api';
import { createHttpSender } from '@portcullis/plugin-network';
import type { BigQueryConfig } from '../config/config-schema.ts';
import { readKey } from '../config/service-account-key.ts';
import type { Settings } from '../settings.ts';
import { createTokenSource } from './access-token.ts';
import { createApi } from './api.ts';
import type { BigQuerySession } from './bigquery-session.ts';
import { createSession } from './create-session.ts';
import { createSendRequest } from './send-request.ts';

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
  const { proxy, certificateAuthorities } = settings;
  const sender = await createHttpSender({ proxy, certificateAuthorities });
  const send = createSendRequest(sender);
  const tokens = createTokenSource(key, settings, send);
  try {
    await tokens(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
  } catch (error) {
    await sender.close();
    throw error;
  }
  return { ...createSession(createApi(settings, tokens, send), key), close: () => sender.close() };
}
