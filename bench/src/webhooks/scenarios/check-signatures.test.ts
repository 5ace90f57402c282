import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { peerDelivery, SECRET } from '../contenders/deliveries.ts';
import { faultOf } from './check-signatures.ts';

const { id, body } = peerDelivery(7, 3);
const timestamp = String(Math.floor(Date.now() / 1000));
const signature = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
  .update(`${id}.${timestamp}.${body}`)
  .digest('base64');
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };

it('accepts a signed body of one kilobyte', () => {
  expect(Buffer.byteLength(body)).toBe(1024);
  expect(faultOf({ headers, body })).toBeUndefined();
});

it('detects a signature of other data, and a body of another size', () => {
  expect(faultOf({ headers, body: body.replace('x', 'y') })).toMatch('does not verify');
  expect(faultOf({ headers: { ...headers, 'webhook-id': 'another' }, body })).toMatch('does not verify');
  expect(faultOf({ headers, body: body.slice(0, 500) })).toBe('a body has 500 bytes instead of 1024.');
});
