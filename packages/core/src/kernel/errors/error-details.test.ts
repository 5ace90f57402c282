import { expect, expectTypeOf, it } from 'vitest';
import { invalidRequest } from '../input/parse-input.ts';
import type { ErrorDetails } from './error-details.ts';
import { ServiceError } from './service-error.ts';

it('an id is a string for every code, and a detail without a type in the table does not compile', () => {
  expectTypeOf<ErrorDetails['id']>().toEqualTypeOf<string | undefined>();
  // @ts-expect-error an id is a string
  const numbered = new ServiceError('TARGET_TAKEN', 'There is one.', { details: { id: 3 } });
  // @ts-expect-error the table has no such name
  const unknown = new ServiceError('TARGET_TAKEN', 'There is one.', { details: { place: 'here' } });
  expect([numbered, unknown].map(({ code }) => code)).toEqual(['TARGET_TAKEN', 'TARGET_TAKEN']);
});

it('issues have a path and a message', () => {
  expect(invalidRequest([{ path: 'id', message: 'It is no number.' }]).extras.details).toEqual([
    { path: 'id', message: 'It is no number.' },
  ]);
});
