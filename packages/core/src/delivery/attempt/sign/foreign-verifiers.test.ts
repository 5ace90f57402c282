import { verify as verifyHub } from '@octokit/webhooks-methods';
import { createFakeClock, createReceiver, type ReceivedRequest } from '@portcullis/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error the package has no types
import UntypedXHubSignature from 'x-hub-signature';
import { admin, createDeliveryEngine } from '../../../../tests/delivery-engine.ts';
import { webhookBody } from '../../../../tests/support/webhook-body.ts';
import { createUndiciTransport } from '../../../adapters/undici-transport/create-undici-transport.ts';
import { createAddressGuard } from '../../../security/address-guard/address-guard.ts';

interface XHubSignature {
  verify(expected: string, body: Buffer | string): boolean;
}
const XHub: new (algorithm: string, secret: string) => XHubSignature = UntypedXHubSignature;

const textSecret = 'correct horse battery stäple';
const base64Secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const allow = [{ cidr: '127.0.0.1' }];

/** The requests that arrived for one delivery, by secret: first attempt, automatic retry, manual retry and recovery. */
const arrived = new Map<string, readonly ReceivedRequest[]>();
/** Test events: to the webhook, and to an endpoint that is not stored. */
const tried = new Map<string, readonly ReceivedRequest[]>();

beforeAll(async () => {
  for (const secret of [textSecret, base64Secret]) arrived.set(secret, await deliverAgainAndAgain(secret));
  for (const secret of [textSecret, base64Secret]) tried.set(secret, await testUnsaved(secret));
});

const cleanUps: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

async function startEngine() {
  // The libraries compare with the real time.
  const clock = createFakeClock(Date.now());
  const transport = createUndiciTransport({ guard: createAddressGuard({ allow }) });
  const engine = await createDeliveryEngine({
    transport,
    clock,
    webhooks: { allow },
    settings: { webhookRetrySchedule: [5000] },
  });
  const receiver = await createReceiver();
  cleanUps.push(async () => {
    await engine.close();
    await transport.close();
    await receiver.close();
  });
  return { ...engine, receiver };
}

async function deliverAgainAndAgain(secret: string): Promise<readonly ReceivedRequest[]> {
  const { webhooks, notifications, dispatcher, clock, receiver } = await startEngine();
  receiver.respond((_, response) => response.writeHead(503).end());
  await webhooks.create(admin, { webhooks: [webhookBody({ url: `${receiver.url}/in`, secret, name: 'Prüfung 😀' })] });
  const since = new Date(clock.now()).toISOString();
  await notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'Größe — 大' } });
  await receiver.received(1);
  await dispatcher.whenIdle();
  clock.advance(7000);
  await receiver.received(2);
  await dispatcher.whenIdle();
  await webhooks.retry(admin, 1);
  await receiver.received(3);
  receiver.respond((_, response) => response.writeHead(200).end());
  expect(await webhooks.recover(admin, 1, { since })).toEqual({ recovered: 1 });
  await receiver.received(4);
  await dispatcher.whenIdle();
  return receiver.requests;
}

async function testUnsaved(secret: string): Promise<readonly ReceivedRequest[]> {
  const { webhooks, receiver } = await startEngine();
  const webhook = webhookBody({ url: `${receiver.url}/in`, secret, name: '大 Prüfung' });
  await webhooks.create(admin, { webhooks: [webhook] });
  await webhooks.test(admin, 1);
  await webhooks.testUnsaved(admin, webhook);
  return receiver.received(2);
}

const copies = () =>
  [...arrived, ...tried].flatMap(([secret, requests]) => requests.map((request) => ({ secret, request })));
const flipped = (body: Buffer) => Buffer.from(body.toString().replace('大', '小'));
/** The hex digits of an X-Hub-Signature, in the case that GitHub does not write. */
const upperCase = (signature: string) => signature.replace(/=.*/, (digits) => digits.toUpperCase());
const header = (request: ReceivedRequest, name: string) => request.headers[name] ?? '';

/** As bytes: given as text, the libraries would take a secret that is not ASCII for Latin-1. */
const raw = (secret: string) => [new TextEncoder().encode(secret), { format: 'raw' }] as const;

/** A verifier of the Standard Webhooks headers: throws, or returns the body. */
const standardVerifiers = {
  standardwebhooks: (secret: string) =>
    secret.startsWith('whsec_') ? new StandardWebhook(secret) : new StandardWebhook(...raw(secret)),
  svix: (secret: string) => (secret.startsWith('whsec_') ? new SvixWebhook(secret) : new SvixWebhook(...raw(secret))),
};

/** A verifier of one X-Hub-Signature header. */
const hubVerifiers = {
  '@octokit/webhooks-methods': (secret: string, body: string, signature: string) => verifyHub(secret, body, signature),
  'x-hub-signature': async (secret: string, body: string, signature: string) =>
    new XHub(signature.split('=')[0] as string, secret).verify(signature, Buffer.from(body)),
};

it('four copies of each arrived, with the same bytes under the same id, and two tests', () => {
  expect([...tried.values()].map(({ length }) => length)).toEqual([2, 2]);
  for (const requests of arrived.values()) {
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(requests.map((request) => header(request, 'webhook-id'))).size).toBe(1);
    expect(JSON.parse(requests[0]?.body.toString() ?? '')).toMatchObject({
      text: 'Someone created the tag Größe — 大.',
      webhookName: 'Prüfung 😀',
    });
  }
});

describe.each(Object.entries(standardVerifiers))('%s', (_, verifierFor) => {
  const accepts = (secret: string, body: Buffer, headers: Readonly<Record<string, string>>): boolean => {
    try {
      verifierFor(secret).verify(body.toString(), { ...headers });
      return true;
    } catch {
      return false;
    }
  };

  it('accepts every copy', () => {
    for (const { secret, request } of copies()) expect(accepts(secret, request.body, request.headers)).toBe(true);
  });

  it('rejects a changed request, and one that is too old', () => {
    for (const { secret, request } of copies()) {
      const { body, headers } = request;
      const old = String(Number(header(request, 'webhook-timestamp')) - 360);
      expect(accepts(secret, flipped(body), headers)).toBe(false);
      expect(accepts(secret, body, { ...headers, 'webhook-id': `${headers['webhook-id']}0` })).toBe(false);
      expect(accepts(secret, body, { ...headers, 'webhook-timestamp': old })).toBe(false);
      expect(accepts(base64Secret.replace('M', 'N'), body, headers)).toBe(false);
    }
  });

  it('finds the right one of several signatures, after others and unknown versions', () => {
    for (const { secret, request } of copies()) {
      const { body, headers } = request;
      const right = header(request, 'webhook-signature');
      const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;
      expect(accepts(secret, body, { ...headers, 'webhook-signature': `v9,abc ${wrong} ${right}` })).toBe(true);
      expect(accepts(secret, body, { ...headers, 'webhook-signature': `v9,abc ${wrong}` })).toBe(false);
    }
  });
});

describe.each(Object.entries(hubVerifiers))('%s', (_, verify) => {
  it.each(['x-hub-signature', 'x-hub-signature-256'])(
    'accepts %s of every copy, and nothing that was changed',
    async (name) => {
      for (const { secret, request } of copies()) {
        const signature = header(request, name);
        const other = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`;
        expect(signature).toMatch(/^sha(1=[0-9a-f]{40}|256=[0-9a-f]{64})$/);
        expect(await verify(secret, request.body.toString(), signature)).toBe(true);
        expect(await verify(secret, flipped(request.body).toString(), signature)).toBe(false);
        expect(await verify(secret, request.body.toString(), other)).toBe(false);
        expect(await verify(secret, request.body.toString(), upperCase(signature))).toBe(false);
        expect(await verify(`${secret}0`, request.body.toString(), signature)).toBe(false);
      }
    },
  );
});

it('while a secret is rotated, receivers with the old one and with the new one both accept', async () => {
  const { webhooks, notifications, store, secrets, clock, receiver } = await startEngine();
  await webhooks.create(admin, { webhooks: [webhookBody({ url: receiver.url, secret: textSecret })] });
  await store.transaction(async (transaction) => {
    await secrets.put(transaction, 'webhook:1', 'secret', base64Secret);
    await secrets.put(transaction, 'webhook:1', 'secret', textSecret, 'retiring', clock.now() + 1000);
  });
  await notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  const [request] = await receiver.received(1);
  for (const secret of [textSecret, base64Secret]) {
    for (const verifierFor of Object.values(standardVerifiers)) {
      verifierFor(secret).verify(request?.body.toString() ?? '', { ...request?.headers });
    }
  }
  const current = header(request as ReceivedRequest, 'x-hub-signature');
  expect(await verifyHub(base64Secret, request?.body.toString() ?? '', current)).toBe(true);
});

it('without a secret there is no signature', async () => {
  const { webhooks, notifications, receiver } = await startEngine();
  await webhooks.create(admin, { webhooks: [webhookBody({ url: receiver.url })] });
  await notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  const [request] = await receiver.received(1);
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
  ]);
});
