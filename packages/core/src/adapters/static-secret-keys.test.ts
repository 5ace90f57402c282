import { expect, it } from 'vitest';
import { formatKey } from '../security/api-keys/key-format.ts';
import { createStaticSecretKeys } from './static-secret-keys.ts';

const BYTES = Buffer.alloc(32, 7);

it('accepts 32 bytes, raw or in Base64', async () => {
  const keys = createStaticSecretKeys({ current: 'a', keys: { a: BYTES.toString('base64'), b: BYTES } });
  expect(Buffer.from(await keys.key('a'))).toEqual(BYTES);
  expect(Buffer.from(await keys.key('b'))).toEqual(BYTES);
});

it.each([
  ['an API key', formatKey(BYTES)],
  ['the key of a Trino cluster', formatKey(BYTES, 'ptr')],
  ['an API key with a line break behind it', `${formatKey(BYTES)}\n`],
  ['a mistyped API key', `pck_${'x'.repeat(49)}`],
])('refuses %s by its form and never repeats it', (_name, key) => {
  expect(() => createStaticSecretKeys({ current: 'a', keys: { a: key } })).toThrow(/is an API key or the key of a/);
  expect(() => createStaticSecretKeys({ current: 'a', keys: { a: key } })).not.toThrow(key.trim());
});

it.each([
  ['', 'is empty: set PORTCULLIS_SECRET_KEY'],
  ['c2hvcnQ=', 'has 5 bytes: set PORTCULLIS_SECRET_KEY'],
])('refuses %j for its length', (key, problem) => {
  expect(() => createStaticSecretKeys({ current: 'a', keys: { a: key } })).toThrow(problem);
});

it('refuses a missing environment variable like an empty one', () => {
  const missing = process.env.PORTCULLIS_NO_SUCH_KEY as string;
  expect(() => createStaticSecretKeys({ current: 'a', keys: { a: missing } })).toThrow(
    'is empty: set PORTCULLIS_SECRET_KEY',
  );
});
