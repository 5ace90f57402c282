import { expect, it } from 'vitest';
import { refuseInvalidUrls } from './refuse-invalid-urls.ts';

it('accepts URLs, and options that are undefined', () => {
  expect(() => refuseInvalidUrls('acme()', { proxy: 'http://127.0.0.1:3128', endpoint: undefined })).not.toThrow();
});

it('names the option that is not a URL, and repeats no part of it, because it may contain a password', () => {
  const urls = { endpoint: 'http://127.0.0.1', proxy: 'ada:s3cret@proxy.example.com' };
  expect(() => refuseInvalidUrls('acme()', urls)).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_INVALID',
      message: 'acme() got a value for "proxy" that is not a URL.',
      help: expect.stringContaining('%25'),
    }),
  );
});
