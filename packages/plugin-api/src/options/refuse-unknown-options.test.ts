import { expect, it } from 'vitest';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';

interface Options {
  readonly endpoint?: string | undefined;
  readonly requestTimeoutMs?: number;
}

const check = (options: object) =>
  refuseUnknownOptions<Options>('acme()', options, { endpoint: null, requestTimeoutMs: null });

it.each([{}, { endpoint: 'http://127.0.0.1' }, { endpoint: undefined, timeout: undefined }])(
  'accepts %o',
  (options) => {
    expect(() => check(options)).not.toThrow();
  },
);

it.each([
  [{ requestTimeout: 1 }, '"requestTimeout"'],
  [{ endpoint: 'http://127.0.0.1', requestTimeout: null, constructor: 1 }, '"requestTimeout" and "constructor"'],
])('refuses %o, and names the known options', (options, named) => {
  expect(() => check(options)).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_INVALID',
      message: `acme() has no option ${named}. Its options are endpoint, requestTimeoutMs.`,
    }),
  );
});
