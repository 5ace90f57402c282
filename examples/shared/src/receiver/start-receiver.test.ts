import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from './delivery.ts';
import { type Receiver, startReceiver } from './start-receiver.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ text: 'Something happened', metadata: { notificationType: 'tagCreated' } });

describe('the receiver', () => {
  let deliveries: Delivery[];
  let receiver: Receiver;
  beforeEach(async () => {
    deliveries = [];
    receiver = await startReceiver({ port: 0, secret: SECRET, onDelivery: (delivery) => deliveries.push(delivery) });
  });
  afterEach(() => receiver.close());

  async function deliver(secret: string, body: string): Promise<number> {
    const now = new Date();
    const signature = new Webhook(secret).sign('delivery-1', now, BODY);
    const headers = {
      'webhook-id': 'delivery-1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signature,
    };
    return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
  }

  it('accepts a request with a correct signature', async () => {
    expect(await deliver(SECRET, BODY)).toBe(200);
    expect(deliveries).toMatchObject([{ verified: true, kind: 'tagCreated', text: 'Something happened' }]);
  });

  it('rejects a signature with another secret', async () => {
    expect(await deliver(`whsec_${Buffer.alloc(32, 8).toString('base64')}`, BODY)).toBe(401);
    expect(deliveries).toMatchObject([{ verified: false, problem: 'No matching signature found' }]);
  });

  it('rejects bytes that differ from the signed ones', async () => {
    expect(await deliver(SECRET, BODY.replace('Something', 'Nothing'))).toBe(401);
    expect(deliveries).toMatchObject([{ verified: false, text: '' }]);
  });

  it('rejects a request without a signature', async () => {
    expect((await fetch(receiver.url, { method: 'POST', body: BODY })).status).toBe(401);
    expect(deliveries).toMatchObject([{ verified: false }]);
  });
});
