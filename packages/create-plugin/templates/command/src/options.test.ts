import { expect, it } from 'vitest';
import { settingsOf } from './options.ts';

it('has the default of an option that is undefined', () => {
  expect(settingsOf({ tls: undefined })).toEqual(settingsOf({}));
});

it('refuses an option that does not exist', () => {
  const misspelt: object = { Tls: 1 };
  expect(() => settingsOf(misspelt)).toThrow('has no option "Tls"');
});
