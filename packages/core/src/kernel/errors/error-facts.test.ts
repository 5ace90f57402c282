import { expect, it } from 'vitest';
import { errorFacts } from './error-facts.ts';
import { ServiceError } from './service-error.ts';

it('returns the message of an error, with its code and its help', () => {
  expect(errorFacts(new ServiceError('SECRET_KEY_UNKNOWN', 'The key 2 is not configured.'))).toEqual({
    code: 'SECRET_KEY_UNKNOWN',
    error: 'The key 2 is not configured.',
    help: expect.any(String),
  });
});

it.each([
  [Object.assign(new Error('The connection was refused.'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new Error('The file is busy.'), { code: 5 }), undefined],
])('has the code of %s if it is a text', (error, code) => {
  expect(errorFacts(error)).toEqual({ error: error.message, ...(code !== undefined && { code }) });
});

it.each([undefined, null, 'The disk is full.'])('has the text of %s, which is no error', (thrown) => {
  expect(errorFacts(thrown)).toEqual({ error: String(thrown) });
});
