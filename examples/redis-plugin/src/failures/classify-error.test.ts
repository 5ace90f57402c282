import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURE_ROWS } from './failure-rows.ts';

it.each([
  ['WRONGPASS invalid username-password pair or user is disabled.', 'credentials'],
  ["NOPERM this user has no permissions to run the 'acl' command or its subcommand", 'missing-grant'],
  ['LOADING Redis is loading the dataset in memory', 'paused-or-starting'],
  ["ERR unknown command 'X'", 'internal'],
])('classifies "%s" as %s', (message, expected) => {
  expect(classifyError(new Error(message))?.class).toBe(expected);
});

it('names the remedy for a missing ACL file', () => {
  const failure = classifyError(new Error('ERR This Redis instance is not configured to use an ACL file.'));
  expect(failure).toMatchObject({ class: 'unsupported', help: 'Configure an aclfile, or set persistence to none.' });
});

it('classifies an error of the client by its name', () => {
  class SocketClosedUnexpectedlyError extends Error {}
  expect(classifyError(new SocketClosedUnexpectedlyError('Socket closed unexpectedly'))?.class).toBe('network');
});

it('never repeats a part of a command that the server refused', () => {
  const failure = classifyError(new Error("ERR Error in ACL SETUSER modifier '>hunter2': Syntax error"));
  expect(failure?.message).not.toContain('hunter2');
});

it('returns undefined for unknown errors', () => {
  expect(classifyError(Object.assign(new Error('ERR refused'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(classifyError('text')).toBeUndefined();
});

it('uses only existing classes', () => {
  for (const row of FAILURE_ROWS) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
});
