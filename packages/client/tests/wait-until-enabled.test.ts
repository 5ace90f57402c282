import { describe, expect, it } from 'vitest';
import { createIntegration, createPortcullisClient, waitUntilEnabled } from '../src/index.ts';
import { SIMULATED_BODY, startService } from './support/start-service.ts';

describe('waiting until an integration is enabled', () => {
  it('reports each status once, and resolves with the integration', async () => {
    await using service = await startService();
    const { client } = service;
    const { id } = await createIntegration({ client, body: SIMULATED_BODY });
    const seen: string[] = [];
    const onStatus = (status: string) => seen.push(status);
    const enabled = await waitUntilEnabled({ client, id, everyMs: 1, onStatus });
    expect(enabled).toMatchObject({ id, status: 'enabled' });
    expect(seen.at(-1)).toBe('enabled');
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('rejects with the reason if the set-up fails', async () => {
    await using service = await startService();
    const { client, platform } = service;
    platform.inject({ at: 2, effect: { fail: 'missing-grant' } });
    const { id } = await createIntegration({ client, body: SIMULATED_BODY });
    const waiting = waitUntilEnabled({ client, id: Number(id), everyMs: 1 });
    await expect(waiting).rejects.toMatchObject({
      name: 'IntegrationNotEnabledError',
      id: Number(id),
      status: 'createError',
      message: expect.stringMatching(/createError: \S/),
    });
  });

  it.each(['deleted', 'disabled'] as const)('rejects if it ends as %s', async (status) => {
    const client = createPortcullisClient({
      baseUrl: 'http://service.test',
      token: 'k',
      fetch: async (input) =>
        new Request(input).url.endsWith('/status')
          ? Response.json({ id: 1, status })
          : Response.json({ statusCode: 404, message: 'Not found.', code: 'INTEGRATION_NOT_FOUND' }, { status: 404 }),
    });
    await expect(waitUntilEnabled({ client, id: 1 })).rejects.toMatchObject({
      name: 'IntegrationNotEnabledError',
      id: 1,
      status,
      message: expect.stringMatching(/^Integration 1 is \w+: it was deleted/),
    });
  });

  it('keeps waiting during an outage, and does not wait for a missing integration', async () => {
    await using service = await startService();
    const { client, key } = service;
    const { id } = await createIntegration({ client, body: SIMULATED_BODY });
    let calls = 0;
    const flaky = createPortcullisClient({
      baseUrl: 'http://service.test/governance',
      key,
      fetch: async (input, init) => {
        calls += 1;
        if (calls <= 2) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
        return client.getConfig().fetch?.(input, init) as Promise<Response>;
      },
    });
    expect(await waitUntilEnabled({ client: flaky, id: Number(id), everyMs: 1 })).toMatchObject({ status: 'enabled' });
    const unknown = waitUntilEnabled({ client, id: 99, everyMs: 1 });
    await expect(unknown).rejects.toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
  });

  it.each([502, 503, 504])('keeps waiting while a proxy answers %i in place of the service', async (status) => {
    const answers = [
      new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } }),
      Response.json({ id: 1, status: 'enabled' }),
      Response.json({ id: '1', status: 'enabled' }),
    ];
    const client = createPortcullisClient({
      baseUrl: 'http://service.test',
      token: 'k',
      fetch: async () => answers.shift() as Response,
    });
    expect(await waitUntilEnabled({ client, id: 1, everyMs: 1 })).toMatchObject({ id: '1' });
  });

  it.each(['enabled', 'createError'])(
    'keeps waiting if the service restarts after it has answered %s',
    async (status) => {
      const statusReason = 'The account may not create databases.';
      const answers = [
        Response.json({ id: 1, status }),
        new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
        Response.json({ id: 1, status }),
        Response.json({ id: '1', status, statusReason }),
      ];
      const client = createPortcullisClient({
        baseUrl: 'http://service.test',
        token: 'k',
        fetch: async () => answers.shift() as Response,
      });
      const seen: string[] = [];
      const waiting = waitUntilEnabled({ client, id: 1, everyMs: 1, onStatus: (each) => seen.push(each) });
      if (status === 'enabled') expect(await waiting).toMatchObject({ id: '1' });
      else await expect(waiting).rejects.toThrow(statusReason);
      expect(seen).toEqual([status]);
    },
  );

  it('does not wait for a server that is not the service', async () => {
    const client = createPortcullisClient({
      baseUrl: 'http://service.test',
      token: 'k',
      fetch: async () => new Response('Not here', { status: 404 }),
    });
    await expect(waitUntilEnabled({ client, id: 1 })).rejects.toMatchObject({ code: 'NOT_PORTCULLIS' });
  });

  it('stops when its time is over or the caller aborts', async () => {
    const client = createPortcullisClient({
      baseUrl: 'http://service.test',
      token: 'k',
      fetch: async () => Response.json({ id: 1, status: 'creating' }),
    });
    await expect(waitUntilEnabled({ client, id: 1, timeoutMs: 30, everyMs: 5 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const gaveUp = new AbortController();
    const waiting = waitUntilEnabled({ client, id: 1, signal: gaveUp.signal, onStatus: () => gaveUp.abort('enough') });
    await expect(waiting).rejects.toBe('enough');
  });
});
