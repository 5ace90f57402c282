/** Sessions that the server ends cause no uncaught error. */

import { createPgBossQueue } from '@portcullis/queue-pg-boss';
import {
  createPostgresProxy,
  openPostgresDatabase,
  type PostgresBoundary,
  type PostgresDatabase,
} from '@portcullis/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

let server: PostgresDatabase;
let uncaught: unknown[] = [];
const recordUncaught = (error: unknown): void => {
  uncaught.push(error);
};

beforeAll(async () => {
  server = await openPostgresDatabase();
  process.on('uncaughtExceptionMonitor', recordUncaught);
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', recordUncaught);
  await server?.stop();
});
beforeEach(() => {
  uncaught = [];
});
afterEach(() => {
  expect(uncaught).toEqual([]);
});

/** Uses a queue through a proxy that ends sessions. */
async function useQueueThroughProxy(endsAfter: (boundary: PostgresBoundary) => boolean): Promise<number> {
  await using proxy = await createPostgresProxy({ port: server.port, endsAfter });
  const url = new URL(server.connectionString);
  url.port = String(proxy.port);
  const queue = createPgBossQueue({ connectionString: url.href, onError: () => {} });
  const handled = new Promise<void>((resolve) => {
    queue.handle('check', async () => resolve());
  });
  await queue.wake({ name: 'check', key: 'all' }).then(
    () => handled,
    () => {},
  );
  await queue.close();
  return proxy.ended;
}

it('a message of the server on a closing connection causes no uncaught error', async () => {
  expect(await useQueueThroughProxy(({ sender, type }) => sender === 'client' && type === 'X')).toBeGreaterThan(0);
});

it('a server that ends sessions together with their first ReadyForQuery causes no uncaught error', async () => {
  const readySessions = new Set<number>();
  const isFirstReady = ({ sender, type, session }: PostgresBoundary): boolean => {
    if (sender !== 'server' || type !== 'Z' || readySessions.has(session)) return false;
    readySessions.add(session);
    return true;
  };
  expect(await useQueueThroughProxy(isFirstReady)).toBeGreaterThan(0);
});
