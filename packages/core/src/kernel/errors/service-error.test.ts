import { expect, it } from 'vitest';
import { ServiceError } from './service-error.ts';

it('has the facts of its occurrence as its details, like every error of the library', () => {
  const error = new ServiceError('TENANT_LIMIT', 'No more.', { details: { limitName: 'webhooks', limit: 5 } });
  expect(error.details).toEqual({ limitName: 'webhooks', limit: 5 });
  expect(error.toJSON()).toMatchObject({ code: 'TENANT_LIMIT', details: { limit: 5 } });
});

it('has the issues of an input only in its extras', () => {
  const issues = [{ path: 'name', message: 'This field is required.' }];
  const error = new ServiceError('BODY_INVALID', 'The body is not valid.', { details: issues });
  expect(error.details).toBeUndefined();
  expect(error.extras.details).toEqual(issues);
});
