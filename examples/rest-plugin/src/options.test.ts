import { expect, it } from 'vitest';
import { settingsOf } from './options.ts';

it('has the default of an option that is undefined', () => {
  expect(settingsOf({ send: undefined })).toEqual(settingsOf({}));
});

it('refuses an option that does not exist', () => {
  const misspelt: object = { sender: 1 };
  expect(() => settingsOf(misspelt)).toThrow('has no option "sender"');
});
