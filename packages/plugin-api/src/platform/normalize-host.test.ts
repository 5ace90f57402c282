import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { normalizeHost } from './normalize-host.ts';

describe('normalizeHost', () => {
  it.each([
    ['Host.Example.COM', 'host.example.com'],
    ['  host  ', 'host'],
    ['HTTPS://host/path?x=1#y', 'host'],
    ['jdbc:postgresql://host:443/database', 'host'],
    ['host.', 'host'],
    ['host..', 'host'],
    ['host:443', 'host'],
    ['host:0443', 'host'],
    ['host.:443', 'host'],
    ['host:', 'host'],
    ['https://user:p@ss@host:443/', 'host'],
    ['host:8443', 'host:8443'],
    ['host.:8443', 'host:8443'],
    ['host:4430', 'host:4430'],
    ['my_host', 'my_host'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ｈｏｓｔ', 'host'],
    ['127.0.0.1', '127.0.0.1'],
    ['[2001:DB8::1]:443', '[2001:db8::1]'],
    ['[2001:DB8::1]:8443', '[2001:db8::1]:8443'],
    ['2001:db8::443', '2001:db8::443'],
    ['', ''],
  ])('normalizes "%s" to "%s"', (host, expected) => {
    expect(normalizeHost(host, 443)).toBe(expected);
  });

  it('keeps every port if there is no default port', () => {
    expect(normalizeHost('https://host:443')).toBe('host:443');
  });

  it('is idempotent', () => {
    const host = fc.oneof(fc.domain(), fc.webAuthority(), fc.webUrl(), fc.ipV6(), anyText());
    fc.assert(
      fc.property(host, fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }), (text, port) => {
        const once = normalizeHost(text, port);
        expect(normalizeHost(once, port)).toBe(once);
      }),
    );
  });

  it('normalizes all spellings of a host to one', () => {
    fc.assert(
      fc.property(fc.domain(), fc.boolean(), fc.boolean(), fc.boolean(), (name, upper, dot, port) => {
        const spelling = `https://${upper ? name.toUpperCase() : name}${dot ? '.' : ''}${port ? ':5439' : ''}/x`;
        expect(normalizeHost(spelling, 5439)).toBe(normalizeHost(name, 5439));
      }),
    );
  });
});
