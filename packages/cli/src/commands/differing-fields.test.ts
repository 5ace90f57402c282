import { describe, expect, it } from 'vitest';
import { differingFields } from './differing-fields.ts';

describe('differing fields', () => {
  it.each([
    [{ name: 'a', port: 1 }, { name: 'a', port: 1, more: true }, []],
    [{ name: 'a' }, { name: 'b' }, ['name']],
    [{ okta: { role: 'a', appId: 'x' } }, { okta: { role: 'b', appId: 'x' } }, ['okta.role']],
    [{ okta: { role: 'a' } }, {}, ['okta']],
    [{ list: ['a', 'b'] }, { list: ['b', 'a'] }, ['list']],
    [{ secret: 'new', okta: { password: 'p' } }, { secret: '[REDACTED]', okta: { password: '[REDACTED]' } }, []],
  ])('of %j compared with %j are %j', (desired, actual, expected) => {
    expect(differingFields(desired, actual)).toEqual(expected);
  });
});
