import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURE_ROWS } from './failure-rows.ts';
import { PlatformApiError } from './platform-api-error.ts';

it.each([
  [401, undefined, 'credentials'],
  [403, undefined, 'missing-grant'],
  [404, 'space_not_found', 'not-found'],
  [409, 'space_in_use', 'in-use'],
  [503, undefined, 'transient'],
])('classifies a response with status %s and code %s as %s', (status, code, expected) => {
  const error = new PlatformApiError({ status, code, message: 'What the platform said.' });
  expect(classifyError(error)?.class).toBe(expected);
});

it('returns undefined for unknown errors', () => {
  expect(classifyError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(classifyError('text')).toBeUndefined();
});

it('uses only existing classes', () => {
  for (const row of FAILURE_ROWS) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
});
