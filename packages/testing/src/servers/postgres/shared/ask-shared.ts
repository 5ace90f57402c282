import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { SHARED_ADDRESS } from './shared-protocol.ts';

/**
 * Returns the response of the process that shares its PostgreSQL with this one, or undefined if there is none.
 *
 * @throws Error with the reason if that process reports one.
 */
export async function askShared<Answer>(question: string, about: unknown = {}): Promise<Answer | undefined> {
  const address = process.env[SHARED_ADDRESS];
  if (!address) return undefined;
  const asked = request(`${address}/${question}`, { method: 'POST', agent: false });
  asked.end(JSON.stringify(about));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(await text(answer));
  return (await json(answer)) as Answer;
}
