import { classifyFailure } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { unknownOutcome } from './unknown-outcome.ts';

it('does not permit sending a statement again after any failure of the request for its outcome', () => {
  const busy = new Error('busy');
  const classify = () => ({ class: 'transient', code: 'http-503', message: 'The platform is busy.' }) as const;
  const error = unknownOutcome(busy, classify);
  expect(classifyFailure(error, classify)).toEqual({
    class: 'network',
    code: 'http-503',
    message: 'The outcome of the statement is unknown. The platform is busy.',
  });
  expect(error.cause).toBe(busy);
});
