import { expect, it } from 'vitest';
import { sampleDefinition, sampleObject } from '../../tests/sample-definition.ts';
import { sql } from '../sql/template.ts';
import { checkGrants } from './check-grants.ts';

const needs = [{ name: 'teams:write', on: 'organization', grant: () => sql`GRANT teams:write` }];
const withoutDialect = sampleDefinition({ dialect: undefined });

it('refuses a grant with a statement that no dialect prints', () => {
  expect(checkGrants(withoutDialect, [sampleObject({ needs })], 'objects')).toMatchObject([
    { path: 'objects "service-account"', problem: expect.stringContaining('no dialect that prints it') },
  ]);
});

it('accepts it with a dialect', () => {
  expect(checkGrants(sampleDefinition(), [sampleObject({ needs })], 'objects')).toEqual([]);
});

it('accepts a privilege without a statement, without a dialect', () => {
  const named = needs.map(({ name, on }) => ({ name, on }));
  expect(checkGrants(withoutDialect, [sampleObject({ needs: named })], 'objects')).toEqual([]);
});
