import { createReceiver, type ReceivedRequest } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhooks } from '../src/index.ts';
import { type DeliveryHeaders, verifyWebhook, WebhookRefusedError } from '../src/webhooks.ts';
import { startService } from './support/start-service.ts';

const SECRETS = ['correct horse battery stäple', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] as const;
const receiver = await createReceiver();
afterAll(() => receiver.close());

let deliveries: readonly { readonly secret: string; readonly request: ReceivedRequest }[];

beforeAll(async () => {
  await using service = await startService();
  const { client, portcullis } = service;
  await createWebhooks({
    client,
    body: {
      webhooks: SECRETS.map((secret, index) => ({
        name: `Prüfung ${index}`,
        url: `${receiver.url}/${index}`,
        secret,
        notificationType: ['tagCreated'],
        actionType: 'triggered' as const,
        global: true,
      })),
    },
  });
  await portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'Größe — 大' } });
  const requests = await receiver.received(2);
  deliveries = requests.map((request) => ({ request, secret: SECRETS[Number(request.path.slice(1))] ?? '' }));
});

describe('a delivery of the real dispatcher', () => {
  it('is accepted with its secret, from bytes and from text, and read', () => {
    for (const { secret, request } of deliveries) {
      const { body, headers } = request;
      const read = verifyWebhook({ body, headers, secret });
      expect(read).toMatchObject({
        id: headers['webhook-id'],
        webhookName: expect.stringContaining('Prüfung'),
        text: expect.stringContaining('大'),
        metadata: { notificationType: 'tagCreated' },
      });
      expect(Math.abs(read.sentAt - Date.now())).toBeLessThan(300_000);
      expect(verifyWebhook({ body: body.toString(), headers: new Headers(headers), secret })).toEqual(read);
    }
  });

  it('is accepted while its secret is rotated', () => {
    for (const { secret, request } of deliveries) {
      const { body, headers } = request;
      expect(verifyWebhook({ body, headers, secret: ['another', secret] }).id).toBe(headers['webhook-id']);
    }
  });

  it('is rejected with any changed, missing or outdated part', () => {
    for (const { secret, request } of deliveries) {
      const { body, headers } = request;
      const refused = (change: Partial<Parameters<typeof verifyWebhook>[0]>) =>
        expect(() => verifyWebhook({ body, headers, secret, ...change })).toThrow(WebhookRefusedError);
      refused({ secret: 'another' });
      refused({ body: Buffer.from(body.toString().replace('大', '小')) });
      refused({ body: Buffer.concat([body, Buffer.from(' ')]) });
      refused({ body: Buffer.from([0xff, 0xfe]) });
      refused({ headers: { ...headers, 'webhook-id': 'other' } });
      refused({ headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) } });
      for (const suffix of ['abc', '.9', ' 1']) {
        refused({ headers: { ...headers, 'webhook-timestamp': `${headers['webhook-timestamp']}${suffix}` } });
      }
      refused({ headers: { ...headers, 'webhook-signature': '' } });
      refused({ headers: { ...headers, 'webhook-signature': headers['webhook-signature']?.replace('v1,', 'v9,') } });
      refused({ headers: {} });
    }
  });

  it('is never accepted without a secret', () => {
    for (const { request } of deliveries) {
      const { body, headers } = request;
      expect(() => verifyWebhook({ body, headers, secret: [] })).toThrow(/needs a secret/);
      expect(() => verifyWebhook({ body, headers, secret: '' })).toThrow(/needs a secret/);
    }
  });

  it('fails at the first delivery if any secret is not usable, so that the mistake does not look like an attack', () => {
    for (const { request, secret } of deliveries) {
      const { body, headers } = request;
      const failure = (secrets: readonly string[], headersOfRequest: DeliveryHeaders = headers) => {
        try {
          verifyWebhook({ body, headers: headersOfRequest, secret: secrets });
        } catch (error) {
          return error;
        }
        return undefined;
      };
      expect(failure([secret, ''])).toEqual(
        new TypeError('verifyWebhook needs a secret: one is empty. Pass only secrets that are set.'),
      );
      expect(failure(['whsec_not base64', secret])).toEqual(
        new TypeError('The part of the secret after whsec_ must be Base64.'),
      );
      expect(failure([''], {})).toBeInstanceOf(TypeError);
    }
  });
});
