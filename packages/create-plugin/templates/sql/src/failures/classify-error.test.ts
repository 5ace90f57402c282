import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURE_ROWS } from './failure-rows.ts';

/** An error as the driver makes it from the answer of the server. Add what yours really throws. */
function serverError(code: string, message = 'What the server said.'): Error {
  return Object.assign(new Error(message), { code, severity: 'ERROR' });
}

it.each([
  ['28P01', 'credentials'],
  ['42501', 'missing-grant'],
  ['42P06', 'already-exists'],
  ['2BP01', 'in-use'],
  ['08006', 'network'],
])('takes the code %s for %s', (code, expected) => {
  expect(classifyError(serverError(code))).toMatchObject({ class: expected, code });
});

it('never repeats a piece of a statement that the server did not understand', () => {
  const failure = classifyError(serverError('42601', 'syntax error at or near "PASSWORD \'hunter2\'"'));
  expect(failure?.class).toBe('internal');
  expect(failure?.message).not.toContain('hunter2');
});

it('leaves to others what it does not know', () => {
  expect(classifyError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(classifyError('text')).toBeUndefined();
});

it('names only classes that there are', () => {
  for (const row of FAILURE_ROWS) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
});
