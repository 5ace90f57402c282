import { expect, it } from 'vitest';
import { settingsOf } from './settings.ts';

it('refuses an option that does not exist', () => {
  const misspelt: object = { localPort: [1433] };
  expect(() => settingsOf(misspelt)).toThrow('synapse() has no option "localPort".');
});
