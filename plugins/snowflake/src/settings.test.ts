import { expect, it } from 'vitest';
import { settingsOf } from './settings.ts';

it.each([
  { proxy: 'ada:s3cret@proxy.example.com:3128' },
  { proxy: 'socks5://ada:s3cret@proxy.example.com' },
  { proxy: 'http://ada:s3cret%@proxy.example.com' },
  { endpoint: 'ada:s3cret@127.0.0.1' },
])('refuses %j, and repeats no part of it, because it may contain a password', (options) => {
  const [name = ''] = Object.keys(options);
  expect(() => settingsOf(options)).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_INVALID',
      message: expect.stringMatching(new RegExp(`^(?!.*s3cret).*"${name}" that is not a URL`)),
    }),
  );
});

it('refuses an option that does not exist', () => {
  const misspelt: object = { statementTimeout: 10_000 };
  expect(() => settingsOf(misspelt)).toThrow('snowflake() has no option "statementTimeout".');
});
