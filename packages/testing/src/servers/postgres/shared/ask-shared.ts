import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { SHARED_ADDRESS } from './shared-protocol.ts';

/**
 * Returns the response of the process that shares its PostgreSQL with this one, or undefined if there is none.
 *
 * @throws Error with the reason if that process reports one.
 */
export async function askShared<ScriptedResponse>(
  question: string,
  about: unknown = {},
): Promise<ScriptedResponse | undefined> {
  const address = process.env[SHARED_ADDRESS];
  if (!address) return undefined;
  const asked = request(`${address}/${question}`, { method: 'POST', agent: false });
  asked.end(JSON.stringify(about));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(await text(response));
  return (await json(response)) as ScriptedResponse;
}
