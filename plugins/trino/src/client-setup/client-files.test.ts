import fc from 'fast-check';
import { getProperties } from 'properties-file';
import { describe, expect, test } from 'vitest';
import { clientFiles } from './client-files.ts';
import { propertiesFile } from './java-properties.ts';

const request = { integrationId: '7', baseUrl: 'https://governance.example.com/api/', key: 'ptr_secret' };

describe('the files for the coordinator', () => {
  test('name the decision endpoints with the key from the environment', () => {
    const [properties] = clientFiles(request, '/trino/access-control');
    expect(getProperties(properties?.content ?? '')).toEqual({
      'access-control.name': 'opa',
      'opa.policy.uri': `https://governance.example.com/api/trino/access-control/\${ENV:PORTCULLIS_KEY}/allow`,
      'opa.policy.batched-uri': `https://governance.example.com/api/trino/access-control/\${ENV:PORTCULLIS_KEY}/batch`,
      'opa.policy.row-filters-uri': `https://governance.example.com/api/trino/access-control/\${ENV:PORTCULLIS_KEY}/row-filters`,
      'opa.policy.column-masking-uri': `https://governance.example.com/api/trino/access-control/\${ENV:PORTCULLIS_KEY}/column-mask`,
      'opa.log-requests': 'false',
    });
  });

  test('hold the key in the environment file alone', () => {
    const [properties, environment] = clientFiles(request, '/trino/access-control');
    expect(properties?.content).not.toContain(request.key);
    expect(environment?.content).toBe('PORTCULLIS_KEY=ptr_secret\n');
  });

  test('refuse a base URL that is no address', () => {
    for (const baseUrl of [
      'governance',
      'ftp://governance.example.com',
      'https://user:pass@governance.example.com',
      '',
    ]) {
      expect(() => clientFiles({ ...request, baseUrl }, '')).toThrow(TypeError);
    }
  });

  test('cannot be given another line by a hostile base URL', () => {
    const [properties] = clientFiles(
      { ...request, baseUrl: 'https://a.example.com/x%0Aaccess-control.name=none\n#' },
      '',
    );
    expect(getProperties(properties?.content ?? '')['access-control.name']).toBe('opa');
  });
});

describe('a properties file', () => {
  test('gives every key and value back to the letter', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, fc.string({ unit: 'grapheme' }), (name, value) => {
        expect(getProperties(propertiesFile(['a comment\nwith a break'], [{ name, value }]))).toEqual({
          [name]: value,
        });
      }),
    );
  });
});
