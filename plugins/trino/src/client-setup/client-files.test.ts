import fc from 'fast-check';
import { getProperties } from 'properties-file';
import { describe, expect, test } from 'vitest';
import { clientFiles } from './client-files.ts';
import { propertiesFile } from './java-properties.ts';

const request = { integrationId: '7', baseUrl: 'https://governance.example.com/api/', key: 'ptr_secret' };

describe('the files for the coordinator', () => {
  test('contain the decision endpoints with the key from the environment', () => {
    const [properties] = clientFiles(request, '/trino/access-control');
    const base = `https://governance.example.com/api/trino/access-control/\${ENV:PORTCULLIS_TRINO_KEY}`;
    expect(getProperties(properties?.content ?? '')).toEqual({
      'access-control.name': 'opa',
      'opa.policy.uri': `${base}/allow`,
      'opa.policy.batched-uri': `${base}/batch`,
      'opa.policy.row-filters-uri': `${base}/row-filters`,
      'opa.policy.batch-column-masking-uri': `${base}/column-masks`,
      'opa.http-client.max-requests-queued-per-destination': '100000',
      'opa.log-requests': 'false',
    });
  });

  test.each([
    ['trino-453', ['opa.policy.batch-column-masking-uri', 'opa.policy.row-filters-uri']],
    ['trino-440', ['opa.policy.column-masking-uri', 'opa.policy.row-filters-uri']],
    ['trino-438', []],
  ])(
    'contain no property that is unknown to %s, because Trino does not start with an unknown one',
    (version, optional) => {
      const [properties] = clientFiles({ ...request, version }, '');
      const names = Object.keys(getProperties(properties?.content ?? ''));
      const always = [
        'access-control.name',
        'opa.http-client.max-requests-queued-per-destination',
        'opa.log-requests',
        'opa.policy.batched-uri',
        'opa.policy.uri',
      ];
      expect(names.toSorted()).toEqual([...always, ...optional].toSorted());
    },
  );

  test('are for the newest version by default', () => {
    expect(clientFiles(request, '')).toEqual(clientFiles({ ...request, version: 'trino-453' }, ''));
    expect(() => clientFiles({ ...request, version: 'trino-1' }, '')).toThrow('trino-453, trino-440, trino-438');
  });

  test('contain the key in the environment file only', () => {
    const [properties, environment] = clientFiles(request, '/trino/access-control');
    expect(properties?.content).not.toContain(request.key);
    expect(environment?.content).toBe('PORTCULLIS_TRINO_KEY=ptr_secret\n');
  });

  test('are refused for an invalid base URL', () => {
    for (const baseUrl of [
      'governance',
      'ftp://governance.example.com',
      'https://user:pass@governance.example.com',
      '',
    ]) {
      expect(() => clientFiles({ ...request, baseUrl }, '')).toThrow(TypeError);
    }
  });

  test('contain the correct values for any address', () => {
    const names = Object.keys(getProperties(clientFiles(request, '')[0]?.content ?? ''));
    const hostile = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc
        .string({
          unit: fc.constantFrom('\n', '\r', '\\', '=', '#', '!', '$', '{ENV:HOME}', '%0A', ' ', 'é', 'a', '\u2028'),
        })
        .map((path) => `https://a.example.com/${path}`),
    );
    fc.assert(
      fc.property(hostile, (baseUrl) => {
        const content = clientFiles({ ...request, baseUrl }, '/decide')[0]?.content ?? '';
        const values = getProperties(content);
        expect(Object.keys(values)).toEqual(names);
        expect(values['access-control.name']).toBe('opa');
        // The only reference to the environment is ours; an address cannot add another one.
        expect(values['opa.policy.uri']?.match(/\$\{[^}]*\}/g)).toEqual([`\${ENV:PORTCULLIS_TRINO_KEY}`]);
        expect(URL.canParse(values['opa.policy.uri'] ?? '')).toBe(true);
      }),
    );
  });
});

describe('a properties file', () => {
  test('preserves every key and value exactly', () => {
    // Special characters of the format are listed, so that they occur often enough.
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...' \t\f\n\r\\:=#!u'),
    );
    // The parser stores keys in a plain object, which cannot have this key.
    const text = fc.string({ unit, minLength: 1 }).filter((name) => name !== '__proto__');
    fc.assert(
      fc.property(text, fc.string({ unit }), (name, value) => {
        expect(getProperties(propertiesFile(['a comment\nwith a break'], [{ name, value }]))).toEqual({
          [name]: value,
        });
      }),
      { numRuns: 500 },
    );
  });
});
