import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Functions by the names of the questions to which they respond. */
export type Responses = Readonly<Record<string, (about: never) => Promise<unknown>>>;

/**
 * Responds to questions of the processes that this one starts afterwards, on the loopback address.
 *
 * @param variable - the environment variable with the address, which they inherit.
 * @returns a function that ends it.
 */
export async function serveQuestions(variable: string, responses: Responses): Promise<() => void> {
  const secret = randomUUID();
  const respond = async (asked: IncomingMessage): Promise<unknown> => {
    const [, given, question = ''] = asked.url?.split('/') ?? [];
    const find = given === secret ? responses[question] : undefined;
    if (!find) throw new Error('There is nothing here.');
    return find((await json(asked)) as never);
  };
  const server = createServer((asked, response) => {
    respond(asked).then(
      (given) => response.end(JSON.stringify(given ?? null)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`;
  return () => {
    delete process.env[variable];
    server.close();
  };
}
