import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURE_ROWS } from './failure-rows.ts';

/** An error as the driver makes it from the response of the server. */
function serverError(code: string, sqlMessage = 'What the server said.'): Error {
  return Object.assign(new Error(sqlMessage), { code, errno: 1, sqlState: 'HY000', sqlMessage });
}

it.each([
  ['ER_ACCESS_DENIED_ERROR', 'credentials'],
  ['ER_DBACCESS_DENIED_ERROR', 'missing-grant'],
  ['ER_DB_CREATE_EXISTS', 'already-exists'],
  ['ER_DB_DROP_EXISTS', 'not-found'],
  ['PROTOCOL_CONNECTION_LOST', 'network'],
  ['ER_NET_READ_ERROR', 'network'],
  ['HANDSHAKE_NO_SSL_SUPPORT', 'tls'],
])('classifies the code %s as %s', (code, expected) => {
  expect(classifyError(serverError(code))).toMatchObject({ class: expected, code });
});

it('distinguishes an existing account from a missing one', () => {
  const refused = (statement: string) => serverError('ER_CANNOT_USER', `Operation ${statement} failed for 'ada'@'%'`);
  expect(classifyError(refused('CREATE USER'))).toMatchObject({ class: 'already-exists', code: 'ER_CANNOT_USER' });
  expect(classifyError(refused('DROP USER'))?.class).toBe('not-found');
});

it('never repeats a part of a statement that the server could not parse', () => {
  const failure = classifyError(serverError('ER_PARSE_ERROR', "... near 'IDENTIFIED BY hunter2' at line 1"));
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
