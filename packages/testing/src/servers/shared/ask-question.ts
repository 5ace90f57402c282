import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';

/**
 * Returns the response of the process whose address is in an environment variable, or undefined if there is none.
 *
 * @throws Error with the reason if that process reports one.
 */
export async function askQuestion<Result>(
  variable: string,
  question: string,
  about: unknown = {},
): Promise<Result | undefined> {
  const address = process.env[variable];
  if (!address) return undefined;
  const asked = request(`${address}/${question}`, { method: 'POST', agent: false });
  asked.end(JSON.stringify(about));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(await text(response));
  return (await json(response)) as Result;
}
