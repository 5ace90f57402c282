import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { DRIVER_FAILURES, SERVER_FAILURES } from './failure-rows.ts';

/** An error in the form of the driver. */
function serverError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, severity: 'ERROR', length: 100, name: 'error' });
}

describe('an error of the server', () => {
  it.each([
    ['42501', 'missing-grant', 'permission denied for database gov', 'Permission denied for database gov.'],
    ['3D000', 'not-found', 'database "gov" does not exist', 'Database "gov" does not exist.'],
    ['42710', 'already-exists', 'role "x" already exists', 'Role "x" already exists.'],
    [
      '28P01',
      'credentials',
      'password authentication failed for user "x"',
      'The user name or the password was refused.',
    ],
    ['53300', 'transient', 'sorry, too many clients already', 'The server has no free connection at the moment.'],
    ['40001', 'transient', 'could not serialize access', 'The server failed temporarily.'],
  ])('with the code %s is %s', (code, expected, message, expectedMessage) => {
    expect(classifyError(serverError(code, message))).toEqual({ class: expected, code, message: expectedMessage });
  });

  it('that it is read-only passes', () => {
    const message = 'cannot execute CREATE DATABASE in a read-only transaction';
    expect(classifyError(serverError('25006', message))).toMatchObject({ class: 'paused-or-starting' });
  });

  it('that its access rules admit no connection is not a wrong password', () => {
    const message = 'no pg_hba.conf entry for host "::ffff:10.1.2.3", user "awsuser", database "dev", SSL on';
    expect(classifyError(serverError('28000', message))).toMatchObject({ class: 'unsupported', code: '28000' });
  });

  it.each([
    ['1023 ', 'Another transaction changed the same table at the same time.'],
    ['cannot drop a shared role', 'The server reports an internal error: Cannot drop a shared role.'],
  ])('with the code XX000 is transient, and keeps its reason: %s', (message, expectedMessage) => {
    expect(classifyError(serverError('XX000', message))).toEqual({
      class: 'transient',
      code: 'XX000',
      message: expectedMessage,
      help: expect.stringContaining('If it fails again, the message has the reason'),
    });
  });

  it('never repeats a part of a statement that the server could not parse', () => {
    const failure = classifyError(serverError('42601', 'syntax error at or near "PASSWORD \'hunter2\'"'));
    expect(failure?.class).toBe('internal');
    expect(failure?.message).not.toContain('hunter2');
  });
});

it('of the driver itself is recognised', () => {
  expect(classifyError(new Error('Connection terminated unexpectedly'))?.class).toBe('network');
  expect(classifyError(new Error('timeout expired'))).toMatchObject({
    class: 'timeout',
    message: expect.stringContaining('A paused cluster'),
  });
  expect(classifyError(new Error('The server does not support SSL connections'))?.class).toBe('tls');
});

it('returns undefined for unknown errors', () => {
  expect(classifyError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(classifyError(new Error('something else'))).toBeUndefined();
  expect(classifyError('text')).toBeUndefined();
  expect(classifyError(null)).toBeUndefined();
});

it('uses only existing classes', () => {
  for (const row of [...SERVER_FAILURES, ...DRIVER_FAILURES]) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
});
