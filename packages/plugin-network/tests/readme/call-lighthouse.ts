import { PlatformError } from '@portcullis/plugin-api';
import { createJsonSender, withRetry } from '@portcullis/plugin-network';

/** Lists the lamps of a Lighthouse server. */
export async function listLamps(address: string, token: string, signal: AbortSignal): Promise<unknown> {
  const send = await createJsonSender({ platform: 'Lighthouse', idleTimeoutMs: 60_000 });
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const list = async () => {
    const { status, body } = await send({ url: `${address}/lamps`, method: 'GET', headers, signal });
    if (status === 200) return body;
    const failureClass = status >= 500 ? 'transient' : 'credentials';
    throw new PlatformError({ failureClass, message: `Lighthouse responded with HTTP ${status}.` });
  };
  try {
    return await withRetry(list, { classify: () => undefined, signal });
  } finally {
    await send.close();
  }
}
