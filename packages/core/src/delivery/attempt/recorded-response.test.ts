import { describe, expect, it } from 'vitest';
import { recordedResponse } from './recorded-response.ts';

const response = (body: Uint8Array, headers: Record<string, string> = {}) =>
  recordedResponse({
    kind: 'response',
    statusCode: 200,
    headers,
    body,
    bodyBytes: body.length,
    truncated: false,
    timing: { totalMs: 1 },
  });

describe('recordedResponse', () => {
  it('keeps body and headers of a response', () => {
    expect(response(Buffer.from('{"ok":true}'), { 'content-type': 'application/json' })).toEqual({
      body: '{"ok":true}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('keeps the code of a failure', () => {
    const timing = { totalMs: 10_000 };
    expect(
      recordedResponse({ kind: 'failure', code: 'ESOCKETTIMEDOUT', phase: 'headers', connect: false, timing }),
    ).toEqual({ body: { code: 'ESOCKETTIMEDOUT', connect: false } });
  });

  it('hides the secrets of the receiver', () => {
    expect(response(Buffer.alloc(0), { 'set-cookie': 'session=1' })).toEqual({
      body: '',
      headers: { 'set-cookie': '[REDACTED]' },
    });
  });

  it('accepts a body that is cut off inside a character', () => {
    const whole = Buffer.from('naïve');
    expect(response(whole.subarray(0, 3))).toMatchObject({ body: 'na' });
    expect(response(Buffer.from('a😀').subarray(0, 4))).toMatchObject({ body: 'a' });
  });

  it.each([
    ['no UTF-8', Buffer.from([0x1f, 0x8b, 0x08, 0xff, 0xfe, 0xfd, 0xfc, 0xfb])],
    ['a null character', Buffer.from('a\0b')],
  ])('keeps %s in base64', (_, body) => {
    expect(response(body)).toMatchObject({ body: `base64:${body.toString('base64')}` });
  });
});
