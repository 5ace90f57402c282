import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeHeaders, toFetchHeaders } from './node-headers.ts';

const RAW = [
  'Host',
  'localhost',
  'Accept',
  'text/yaml',
  'X-Request-Id',
  ' a\t',
  'accept',
  '*/*',
  'Cookie',
  'a=1',
  'cookie',
  'b=2',
];

describe('the headers of a request of node:http', () => {
  it.each(['accept', 'Accept', 'cookie', 'x-request-id', 'host', 'if-match'])('have %s as in Headers', (name) => {
    const expected = toFetchHeaders(RAW);
    expect(nodeHeaders(RAW).get(name)).toBe(expected.get(name));
    expect(nodeHeaders(RAW).has(name)).toBe(expected.has(name));
  });

  it('join the values of one name', () => {
    expect(nodeHeaders(RAW).get('accept')).toBe('text/yaml, */*');
  });

  it('are read in a request that also has pseudo-headers of HTTP/2', () => {
    const raw = [':path', '/', 'accept', '*/*'];
    expect(nodeHeaders(raw).get('accept')).toBe('*/*');
    expect([...toFetchHeaders(raw).keys()]).toEqual(['accept']);
  });

  it('leave out the omitted ones', () => {
    const raw = ['Content-Length', '3', 'Accept', '*/*'];
    expect(nodeHeaders(raw, ['content-length']).has('Content-Length')).toBe(false);
    expect(toFetchHeaders(raw, ['content-length']).has('content-length')).toBe(false);
  });

  it.each([
    ['a name with a space', ['a b', '1']],
    ['a name with a letter that is not ASCII', ['ä', '1']],
    ['an empty name', ['', '1']],
    ['a line break in a value', ['accept', 'a\r\nb: c']],
    ['a zero byte in a value', ['accept', 'a\0b']],
  ])('refuse %s', (_what, raw) => {
    expect(() => nodeHeaders(raw)).toThrow(expect.objectContaining({ code: 'PARAMETER_INVALID' }));
    expect(() => toFetchHeaders(raw)).toThrow(TypeError);
  });

  // In quadratic time, this would take minutes.
  it('are read in linear time, even if a value has many spaces', { timeout: 10_000 }, () => {
    const value = `a${' '.repeat(150_000)}b`;
    expect(nodeHeaders(['x-request-id', value]).get('x-request-id')).toBe(value);
  });

  it('accept, refuse and read the same as Headers', () => {
    const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'A', 'b', 'cookie'), latin1), { maxLength: 5 }), (given) => {
        const raw = given.flat();
        const read = (headers: () => Pick<Headers, 'get'>) => {
          try {
            const found = headers();
            return ['a', 'b', 'cookie'].map((name) => found.get(name));
          } catch {
            return 'refused';
          }
        };
        expect(read(() => nodeHeaders(raw))).toEqual(read(() => toFetchHeaders(raw)));
      }),
    );
  });
});
