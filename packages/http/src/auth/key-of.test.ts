import { describe, expect, it } from 'vitest';
import { keyOf } from './key-of.ts';

const of = (authorization: string) => keyOf(new Headers({ authorization }));

describe('the key of a request', () => {
  it.each(['pck_1', 'Bearer pck_1', 'BEARER pck_1', '  bearer \t pck_1  '])('is in "%s"', (authorization) => {
    expect(of(authorization)).toBe('pck_1');
  });

  it.each(['', 'Bearer', 'Bearer  '])('is not in "%s"', (authorization) => {
    expect(of(authorization)).toBeUndefined();
  });

  it('is undefined without the header', () => {
    expect(keyOf(new Headers())).toBeUndefined();
  });

  it('is the whole value under another scheme, which matches no key', () => {
    expect(of('Basic dXNlcg==')).toBe('Basic dXNlcg==');
    expect(of('Bearerpck_1')).toBe('Bearerpck_1');
  });
});
