import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURE_ROWS } from './failure-rows.ts';

/** An error in the form of the driver. Add the errors that your driver throws. */
function serverError(code: string, message = 'What the server said.'): Error {
  return Object.assign(new Error(message), { code, severity: 'ERROR' });
}

it.each([
  ['28P01', 'credentials'],
  ['42501', 'missing-grant'],
  ['42P06', 'already-exists'],
  ['2BP01', 'in-use'],
  ['08006', 'network'],
])('classifies the code %s as %s', (code, expected) => {
  expect(classifyError(serverError(code))).toMatchObject({ class: expected, code });
});

it('does not take a refusal of the host for a wrong password', () => {
  const message = 'no pg_hba.conf entry for host "192.0.2.1", user "ada", database "analytics", no encryption';
  expect(classifyError(serverError('28000', message))).toMatchObject({ class: 'unsupported' });
});

it('never repeats a part of a statement that the server could not parse', () => {
  const failure = classifyError(serverError('42601', 'syntax error at or near "PASSWORD \'hunter2\'"'));
  expect(failure?.class).toBe('internal');
  expect(failure?.message).not.toContain('hunter2');
});

it('returns undefined for unknown errors', () => {
  expect(classifyError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(classifyError('text')).toBeUndefined();
});

it('uses only existing classes', () => {
  for (const row of FAILURE_ROWS) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
});
