import { classifyFailure, definitionOf, sql } from '@portcullis/plugin-api';
import { createProxy, type TestProxyOptions } from '@portcullis/testing';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { RedshiftSession } from '../src/connection/redshift-session.ts';
import { redshift } from '../src/index.ts';
import { administrator, untilRunning } from './support/administrator.ts';
import { configFor, quiet } from './support/test-environment.ts';

/** A name that does not resolve here: only the proxy knows its address. */
const HOST = 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com';

let server: RunningPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function behind(options: TestProxyOptions) {
  const proxy = await createProxy(options);
  ends.push(() => proxy.close());
  const definition = definitionOf(redshift({ engine: 'postgresql', tls: 'off', proxy: proxy.url }));
  const connect = async (deadlineMs = 60_000): Promise<RedshiftSession> => {
    const config = definition.config.parse(configFor(server, { host: HOST, port: 5439 })) as never;
    const request = { config, stage: 'initial', actor: 'setup', mode: 'automatic', facts: {}, secrets: {} } as const;
    const signal = new AbortController().signal;
    const session = await definition.connect?.({ ...request, signal, deadlineMs, logger: quiet });
    return session as RedshiftSession;
  };
  return { proxy, connect, definition };
}

it('connects through a tunnel, and sends a cancellation through a second one', async () => {
  const { proxy, connect, definition } = await behind({ leadTo: server.port });
  const session = await connect();
  ends.push(() => session.close());
  expect(await session.query(sql`SELECT 1 AS there`)).toEqual([{ there: 1 }]);
  const controller = new AbortController();
  const text = 'SELECT pg_sleep(600)';
  const running = session.run({ kind: 'statement', text, reveal: () => text }, { signal: controller.signal });
  const admin = await administrator(server);
  ends.push(() => admin.end());
  // A cancellation that overtakes its statement cancels nothing.
  await untilRunning(admin, text, true);
  controller.abort();
  const error = await running.catch((thrown: unknown) => thrown);
  expect(classifyFailure(error, definition.classifyError)).toMatchObject({ class: 'timeout', code: '57014' });
  expect(proxy.asked.map(({ target }) => target)).toEqual([`${HOST}:5439`, `${HOST}:5439`]);
});

it.each([
  [407, 'The proxy requires a user name and a password.'],
  [502, 'The proxy responded with HTTP 502.'],
])('names the proxy as the source of the refusal, with %i', async (refuse, message) => {
  const { connect, definition } = await behind({ refuse });
  const error = await connect().catch((thrown: unknown) => thrown);
  expect(classifyFailure(error, definition.classifyError)).toEqual({
    class: 'network',
    code: `proxy-${refuse}`,
    message,
    help: 'Ask the operator of the service to check the option proxy of the plugin.',
  });
});

it('times out on a silent proxy', async () => {
  const { connect, definition } = await behind({ refuse: 'silence' });
  const error = await connect(100).catch((thrown: unknown) => thrown);
  expect(classifyFailure(error, definition.classifyError).class).toBe('timeout');
});
