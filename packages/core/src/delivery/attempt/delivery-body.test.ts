import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/support/any-text.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { deliveryBody } from './delivery-body.ts';

describe('deliveryBody', () => {
  it('holds text, metadata, webhookId and webhookName', () => {
    const payload = encodePayload({ text: 'Hello.', metadata: { actionBy: 2 } });
    const body = deliveryBody(payload, { webhookId: 7, webhookName: 'Audit' });
    expect(body.toString()).toBe('{"text":"Hello.","metadata":{"actionBy":2},"webhookId":7,"webhookName":"Audit"}');
  });

  it('is JSON for any name and text, and begins with the stored bytes', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.dictionary(fc.string(), fc.integer()), (text, name, metadata) => {
        const payload = encodePayload({ text, metadata });
        const body = deliveryBody(payload, { webhookId: 1, webhookName: name });
        expect(body.subarray(0, payload.length - 1)).toEqual(Buffer.from(payload.subarray(0, -1)));
        expect(JSON.parse(body.toString())).toMatchObject({ text, webhookId: 1, webhookName: name });
      }),
    );
  });

  it('refuses a value that is not an object', () => {
    expect(() => deliveryBody(Buffer.from('[]'), { webhookId: 1, webhookName: '' })).toThrow(TypeError);
  });
});
