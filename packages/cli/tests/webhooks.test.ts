import { setImmediate } from 'node:timers/promises';
import { createPortcullisClient, createWebhooks } from '@portcullis/client';
import { createReceiver } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createFakeTerminal } from './support/fake-terminal.ts';
import { startServer } from './support/server.ts';

const SECRET = 'correct horse battery stäple';

describe('webhooks', () => {
  it('are listed with their history, and a delivery can be sent again', async () => {
    using terminal = createFakeTerminal();
    await using receiver = await createReceiver((_request, response) => response.writeHead(500).end());
    await using server = await startServer(terminal);
    const client = createPortcullisClient({
      baseUrl: 'http://server.test',
      key: terminal.env.PORTCULLIS_API_KEY ?? '',
      fetch: (input, init) => terminal.fetch(input, init),
    });
    const webhook = { name: 'a', url: receiver.url, notificationType: ['tagCreated'], global: true, secret: SECRET };
    await createWebhooks({ client, body: { webhooks: [{ ...webhook, actionType: 'triggered' }] } });
    await server.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'T' } });
    await receiver.received(1);
    expect((await terminal.run('webhooks', 'list')).out).toContain(receiver.url);
    let page: { records: { id: number; statusCode: number }[] } = { records: [] };
    while (page.records.length === 0) {
      await setImmediate();
      page = (await terminal.run('webhooks', 'history', '--failed', '--json')).json() as typeof page;
    }
    const [record] = page.records;
    expect(record?.statusCode).toBe(500);
    expect((await terminal.run('webhooks', 'retry', String(record?.id))).code).toBe(1);
    receiver.respond((_request, response) => response.writeHead(204).end());
    const retried = await terminal.run('webhooks', 'retry', String(record?.id));
    expect(retried.code).toBe(0);
    expect(retried.out).toContain('204');
    const since = new Date(0).toISOString();
    expect((await terminal.run('webhooks', 'recover', '1', '--since', since)).code).toBe(0);
    expect((await terminal.run('webhooks', 'recover', '9', '--since', since)).code).toBe(1);
    expect((await terminal.run('webhooks', 'history', '--webhook', '1', '--limit', '1')).out).toMatch(/^ID .*\n.*\n$/);
  });

  it('are no longer received when the output is closed, as by "head"', async () => {
    using terminal = createFakeTerminal();
    terminal.env.WEBHOOK_SECRET = SECRET;
    const listening = terminal.run('listen', '--port', '0');
    await terminal.noted(/http:\/\/127\.0\.0\.1:\d+\//);
    terminal.outputClosed.abort();
    expect((await listening).code).toBe(0);
  });

  it('are not received on a port that is in use: the message names the option for another one', async () => {
    await using other = await createReceiver();
    using terminal = createFakeTerminal();
    terminal.env.WEBHOOK_SECRET = SECRET;
    const { code, notes } = await terminal.run('listen', '--port', new URL(other.url).port);
    expect(code).toBe(2);
    expect(notes).toMatch(/^Port \d+ is not available \(EADDRINUSE\): pass another one with --port\.\n$/);
  });

  it('are received, verified and printed by listen, until it is interrupted', async () => {
    using terminal = createFakeTerminal();
    await using server = await startServer(terminal);
    expect((await terminal.run('listen')).code).toBe(2);
    terminal.env.WEBHOOK_SECRET = SECRET;
    const listening = terminal.run('listen', '--port', '0', '--json');
    const url = await terminal.noted(/http:\/\/127\.0\.0\.1:\d+\//);
    const client = createPortcullisClient({
      baseUrl: 'http://server.test',
      key: terminal.env.PORTCULLIS_API_KEY ?? '',
      fetch: (input, init) => terminal.fetch(input, init),
    });
    const webhook = { name: 'a', url, notificationType: ['tagCreated'], global: true, secret: SECRET };
    await createWebhooks({ client, body: { webhooks: [{ ...webhook, actionType: 'triggered' }] } });
    await server.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'T' } });
    await terminal.printed(/tagCreated/);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(
      (await fetch(url, { method: 'POST', body: 'x'.repeat(2 ** 21) }).catch(() => ({ status: 413 }))).status,
    ).toBe(413);
    terminal.interruption.abort();
    const { code, out, notes } = await listening;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ metadata: { notificationType: 'tagCreated' } });
    expect(notes).toContain('webhook-id is missing');
  });
});
