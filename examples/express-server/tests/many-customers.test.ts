import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecordingLogger } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Accounts, Session } from './many-customers/accounts.ts';
import { createHost } from './many-customers/create-host.ts';

/** The owner of each customer: both have the id 1, in their own company. */
const OWNER = { userId: 1, userName: 'Ada', isAdmin: true };

/** Accounts in memory. The cookie of a session is the id of its customer. */
function createAccounts() {
  const customers = new Set<string>();
  const withoutPermission = new Set<string>();
  const delivered: string[] = [];
  const sessionOf = (customerId: string): Session => ({ ...OWNER, customerId });
  const accounts: Accounts = {
    async signUp(company) {
      const customerId = company.toLowerCase();
      customers.add(customerId);
      return { customerId, owner: sessionOf(customerId) };
    },
    sessionOf: async (cookie) => (cookie === undefined ? undefined : sessionOf(cookie)),
    permissionsOf: async (customerId) =>
      customers.has(customerId) && !withoutPermission.has(customerId) ? ['APPLICATION_ADMIN'] : undefined,
    countDelivery: (customerId) => delivered.push(customerId),
  };
  return { accounts, withoutPermission, delivered };
}

async function listen(listener: Parameters<typeof createServer>[1]) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** The host of the guide, and a receiver that returns 410 below /gone. */
async function start(folder: string) {
  const logger = createRecordingLogger();
  const received: string[] = [];
  const receiver = await listen((request, response) => {
    const path = request.url ?? '';
    request.resume().on('end', () => {
      received.push(path);
      response.writeHead(path.startsWith('/gone') ? 410 : 200).end();
    });
  });
  const { accounts, withoutPermission, delivered } = createAccounts();
  const { portcullis, app } = await createHost(accounts, {
    storeFile: join(folder, 'portcullis.db'),
    secretKey: Buffer.alloc(32, 7).toString('base64'),
    allow: [{ cidr: '127.0.0.1/32', port: receiver.port }],
    logger,
  });
  const server = await listen(app);
  const send = async (target: string, headers: Record<string, string>, json?: unknown) => {
    const [method = '', path] = target.split(' ');
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
  };
  const signUp = async (company: string) => (await send(`POST /customers/${company}`, {})).json as { key: string };
  const subscribe = (customer: string, path: string) =>
    send(
      'POST /governance/webhooks',
      { cookie: customer },
      {
        webhooks: [
          {
            url: `${receiver.url}${path}`,
            name: 'audit',
            global: true,
            notificationType: ['tagCreated'],
            actionType: 'triggered',
          },
        ],
      },
    );
  const tag = (customer: string, name: string) => send(`POST /tags/${name}`, { cookie: customer });
  const close = async () => {
    await server.close();
    await portcullis.close();
    await receiver.close();
  };
  return { portcullis, logger, received, delivered, withoutPermission, send, signUp, subscribe, tag, close };
}

describe('the host of the guide for many customers', () => {
  let folder: string;
  let host: Awaited<ReturnType<typeof start>>;
  let keys: Readonly<Record<'acme' | 'bolt', string>>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-many-customers-'));
    host = await start(folder);
    keys = { acme: (await host.signUp('Acme')).key, bolt: (await host.signUp('Bolt')).key };
  });

  afterEach(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('creates a tenant for each customer that signs up', async () => {
    expect(await host.portcullis.tenants.list()).toMatchObject({
      tenants: [
        { id: 'acme', name: 'Acme', state: 'active' },
        { id: 'bolt', name: 'Bolt' },
      ],
    });
  });

  it('delivers a notification only to webhooks of its customer', async () => {
    await host.subscribe('acme', '/acme');
    await host.subscribe('bolt', '/bolt');
    expect(await host.tag('acme', 'PII')).toMatchObject({ status: 201, json: { deliveries: 1 } });
    await expect.poll(() => host.received).toEqual(['/acme']);
    // The same idempotency key, for another customer.
    expect(await host.tag('bolt', 'PII')).toMatchObject({ status: 201, json: { deliveries: 1 } });
    await expect.poll(() => host.received).toEqual(['/acme', '/bolt']);
    await expect.poll(() => host.delivered).toEqual(['acme', 'bolt']);
  });

  it('shows a session and a key the data of their own customer', async () => {
    await host.subscribe('acme', '/acme');
    const namesFor = async (headers: Record<string, string>) => {
      const { json } = await host.send('GET /governance/webhooks', headers);
      return (json as { readonly name: string }[]).map(({ name }) => name);
    };
    expect(await namesFor({ cookie: 'acme' })).toEqual(['audit']);
    expect(await namesFor({ authorization: keys.acme })).toEqual(['audit']);
    expect(await namesFor({ cookie: 'bolt' })).toEqual([]);
    expect(await namesFor({ authorization: `Bearer ${keys.bolt}` })).toEqual([]);
  });

  it('finds no webhook of another customer by its id', async () => {
    const { json } = await host.subscribe('acme', '/acme');
    const [{ id }] = json.createdWebhooks;
    const get = (key: string) => host.send(`GET /governance/webhooks/${id}`, { authorization: key });
    expect(await get(keys.acme)).toMatchObject({ status: 200, json: { name: 'audit' } });
    expect(await get(keys.bolt)).toMatchObject({ status: 404, json: { code: 'WEBHOOK_NOT_FOUND' } });
  });

  it('requests the permissions of a user of one customer', async () => {
    await host.subscribe('acme', '/acme');
    await host.subscribe('bolt', '/bolt');
    host.withoutPermission.add('bolt');
    await host.tag('bolt', 'held');
    await host.tag('acme', 'sent');
    await expect.poll(() => host.received).toEqual(['/acme']);
    const { json } = await host.send('GET /governance/webhooks', { cookie: 'bolt' });
    expect(await host.send(`GET /governance/webhooks/${json[0].id}`, { cookie: 'bolt' })).toMatchObject({
      json: { delivery: { held: 1 } },
    });
  });

  it.each(['Acme', 'unknown'])('returns 404 for a session of the unknown tenant %j', async (customer) => {
    expect(await host.send('GET /governance/webhooks', { cookie: customer })).toMatchObject({
      status: 404,
      json: { code: 'TENANT_UNKNOWN' },
    });
  });

  it('refuses callers without a session', async () => {
    expect(await host.send('GET /governance/webhooks', {})).toMatchObject({ status: 401 });
    expect(await host.send('POST /tags/PII', {})).toMatchObject({ status: 401 });
  });

  it('does not let administrators of customers read the secret keys of the instance', async () => {
    expect(await host.send('GET /governance/secret-keys', { authorization: keys.acme })).toMatchObject({
      status: 403,
      json: { code: 'TENANT_MISMATCH' },
    });
  });

  it('logs the customer whose webhook was disabled', async () => {
    await host.subscribe('bolt', '/gone');
    await host.tag('bolt', 'PII');
    const warnings = () => host.logger.entries.filter(({ level }) => level === 'warn');
    await expect.poll(() => warnings().map(({ details }) => details?.tenant)).toEqual(['bolt']);
  });
});
