import { expect, it } from 'vitest';
import { settingsOf } from './settings.ts';

it('refuses an option that does not exist', () => {
  const misspelt: object = { identityProvider: ['login.example.com'] };
  expect(() => settingsOf(misspelt)).toThrow('databricks() has no option "identityProvider".');
});
