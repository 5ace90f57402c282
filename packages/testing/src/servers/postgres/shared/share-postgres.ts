import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createDatabases } from './databases.ts';
import { SHARED_ADDRESS } from './shared-protocol.ts';

/** A PostgreSQL that this process shares. */
export interface SharedPostgres {
  /** Stops the server, if one was needed, and removes all data. */
  stop(): Promise<void>;
}

/**
 * Shares one PostgreSQL with the processes that this one starts afterwards. {@link openPostgresDatabase} gives each
 * caller its own database there, and {@link startPostgres} copies its data, which is faster than an initialisation.
 * The server starts with the first database.
 *
 * A test runner calls this once, before it starts its workers; in Vitest, call it in a `globalSetup`. If another
 * process already shares a PostgreSQL, that one is used. Like {@link startPostgres}, it leaves nothing behind, even if
 * this process crashes.
 */
export async function sharePostgres(): Promise<SharedPostgres> {
  if (process.env[SHARED_ADDRESS]) return { async stop() {} };
  const databases = createDatabases();
  const responses: Readonly<Record<string, (about: never) => Promise<unknown>>> = {
    cluster: databases.cluster,
    database: databases.create,
    release: databases.release,
  };
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
  process.env[SHARED_ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`;

  return {
    async stop() {
      delete process.env[SHARED_ADDRESS];
      server.close();
      await databases.stop();
    },
  };
}
