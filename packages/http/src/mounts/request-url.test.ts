import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestUrl } from './request-url.ts';

const LOCAL = { protocol: 'http', host: 'localhost:3000', hostHeaders: ['localhost:3000'] };

/** Characters that `URL` changes or interprets, among others that it leaves unchanged. */
const character = constantFrom(...'/.?#%&=~-_\\ :@;aZ9ü"<>[]{}|^\'`+,!$()*'.split(''), '%2e', '%2F');
const target = oneof(
  array(character, { maxLength: 12 }),
  array(constantFrom('/', '.', 'a', '?'), { maxLength: 6 }),
).map((parts) => `/${parts.join('')}`);

describe('the URL of a request', () => {
  it('is that of a URL parser, for every target', () => {
    assert(
      property(target, (sent) => {
        const expected = new URL(`http://localhost:3000${sent}`).href;
        expect(requestUrl({ ...LOCAL, target: sent })).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['http', 'LOCALHOST', 'http://localhost/a'],
    ['http', 'example.com:80', 'http://example.com/a'],
    ['https', 'example.com:80', 'https://example.com:80/a'],
    ['https', 'example.com:443', 'https://example.com/a'],
    ['http', '0x7f.1', 'http://127.0.0.1/a'],
    ['http', '[::0001]', 'http://[::1]/a'],
    ['http', undefined, 'http://localhost/a'],
  ])('has the origin that a URL parser writes: %s, %s', (protocol, host, url) => {
    const hostHeaders = host === undefined ? [] : [host];
    const read = () => requestUrl({ protocol, host, hostHeaders, target: '/a' });
    expect([read(), read()]).toEqual([url, url]);
  });

  it.each(['a/b', 'a b', 'user@example.com', 'example.com:99999', '1.2.3.400'])(
    'is refused for the host %s, each time',
    (host) => {
      const read = () => requestUrl({ protocol: 'http', host, hostHeaders: [], target: '/' });
      expect(read).toThrow('Must be a name or an address');
      expect(read).toThrow('Must be a name or an address');
    },
  );

  it('is correct after requests with many other hosts', () => {
    assert(
      property(string({ unit: constantFrom('a', 'b', '1', '-'), minLength: 1, maxLength: 6 }), (name) => {
        const host = `h${name}.example`;
        expect(requestUrl({ protocol: 'http', host, hostHeaders: [host], target: '/' })).toBe(`http://${host}/`);
      }),
      { numRuns: 300 },
    );
  });
});
