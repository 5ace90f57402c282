import { request } from 'undici';
import { EXCHANGES, type ScriptedResponses } from '../exchanges.ts';
import type { Server } from '../servers/start-server.ts';

/** Returns the responses of a server to each exchange. */
export async function readResponses({ origin, key }: Server): Promise<ScriptedResponses> {
  const responses = EXCHANGES.map(async ({ name, method, path, body }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await request(origin + path, { method, headers, body: body ?? null });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${method} ${path} was answered with ${text}`);
    return [name, text] as const;
  });
  return Object.fromEntries(await Promise.all(responses)) as ScriptedResponses;
}
