import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureHeaderNames } from './header-names.ts';
import { hubSignature } from './hub-signature.ts';
import { signatureHeaders } from './signature-headers.ts';
import { createSigningKey as key, secretProblem } from './signing-secret.ts';
import { standardSignature } from './standard-signature.ts';

const names = signatureHeaderNames();
const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('published vectors', () => {
  it('GitHub: "It\'s a Secret to Everybody" over "Hello, World!"', () => {
    const secret = "It's a Secret to Everybody";
    const body = bytes('Hello, World!');
    expect(hubSignature('sha256', key(secret), body)).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
    expect(hubSignature('sha1', key(secret), body)).toBe('sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59');
  });

  it('Standard Webhooks v1', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const signature = standardSignature(
      key(secret),
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      bytes('{"test": 2432232314}'),
    );
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('signatureHeaders', () => {
  const content = { id: 'msg_1', at: 1_700_000_000_999, body: bytes('{}') };

  it('sends id and time without a secret, and no signature', () => {
    expect(signatureHeaders({ ...content, keys: [] }, names)).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
    });
  });

  it('signs with every secret while one is rotated, the current one first', () => {
    const headers = signatureHeaders({ ...content, keys: [key('new'), key('old')] }, names);
    const [first, second] = (headers['webhook-signature'] ?? '').split(' ');
    expect(first).toBe(standardSignature(key('new'), 'msg_1', 1_700_000_000, content.body));
    expect(second).toBe(standardSignature(key('old'), 'msg_1', 1_700_000_000, content.body));
    expect(headers['x-hub-signature']).toBe(hubSignature('sha1', key('new'), content.body));
  });

  it('uses the header names of the host', () => {
    const own = signatureHeaderNames({ sha1: 'X-Signature', sha256: 'X-Signature-Sha256' });
    const headers = signatureHeaders({ ...content, keys: [key('s')] }, own);
    expect(Object.keys(headers)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-signature',
      'x-signature-sha256',
    ]);
  });

  it('signs any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), fc.string({ minLength: 1 }), (left, right, secret) => {
        const sign = (body: Uint8Array) => signatureHeaders({ ...content, body, keys: [key(secret)] }, names);
        const same = Buffer.compare(left, right) === 0;
        for (const name of ['webhook-signature', names.sha1, names.sha256]) {
          expect(sign(left)[name] === sign(right)[name]).toBe(same);
        }
      }),
    );
  });
});

describe('secrets', () => {
  it('are base64 after whsec_ and UTF-8 otherwise; for X-Hub-Signature always UTF-8', () => {
    const keysOf = (secret: string) => [key(secret).standard.export(), key(secret).hub.export()];
    expect(keysOf('whsec_AQID')).toEqual([Buffer.from([1, 2, 3]), bytes('whsec_AQID')]);
    expect(keysOf('AQID')).toEqual([bytes('AQID'), bytes('AQID')]);
    expect(keysOf('pässword')).toEqual([bytes('pässword'), bytes('pässword')]);
  });

  it.each(['whsec_', 'whsec_not base64', 'whsec_A', 'whsec_AQ=ID'])('cannot be %s', (secret) => {
    expect(secretProblem(secret)).toContain('base64');
  });

  it.each(['whsec_AQID', 'whsec_AQ==', 'anything else', 'WHSEC_'])('can be %s', (secret) => {
    expect(secretProblem(secret)).toBeUndefined();
  });
});

describe('signatureHeaderNames', () => {
  it.each([
    ['Content-Length', 'has another purpose'],
    ['webhook-id', 'has another purpose'],
    ['X Signature', 'is not a valid header name'],
    ['X-Sig\r\nHost', 'is not a valid header name'],
    ['', 'is not a valid header name'],
    ['X-Hub-Signature-256', 'cannot carry both'],
  ])('refuses %j', (sha1, problem) => {
    expect(() => signatureHeaderNames({ sha1 })).toThrow(problem);
  });
});
