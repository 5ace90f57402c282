import { describe, expect, it } from 'vitest';
import { isRetryable, MARIADB_ERRORS } from './mariadb-errors.ts';

const failure = (errno: number, message = 'failed', more = {}) => Object.assign(new Error(message), { errno, ...more });
const duplicate = (key: string, value = 'a') => failure(1062, `Duplicate entry '${value}' for key '${key}'`);

describe('the errors of MariaDB', () => {
  it('name the violated constraint of the table of the statement', () => {
    expect(MARIADB_ERRORS.brokenConstraint(duplicate('PRIMARY'), 'portcullis_leases')).toEqual({
      table: 'portcullis_leases',
      constraint: 'key',
    });
    const unique = duplicate('portcullis_events_one_public_id');
    expect(MARIADB_ERRORS.brokenConstraint(unique, 'portcullis_events')?.constraint).toBe('onePublicId');
  });

  it('are not misled by the value of a duplicate', () => {
    const tricky = duplicate('portcullis_events_one_public_id', "x' for key 'PRIMARY'");
    expect(MARIADB_ERRORS.brokenConstraint(tricky, 'portcullis_events')?.constraint).toBe('onePublicId');
  });

  it('know the name of a constraint after that of its table, as MySQL writes it', () => {
    const named = duplicate('portcullis_leases.PRIMARY');
    expect(MARIADB_ERRORS.brokenConstraint(named, 'portcullis_leases')?.constraint).toBe('key');
  });

  it('name no constraint for another failure', () => {
    expect(MARIADB_ERRORS.brokenConstraint(failure(1205), 'portcullis_leases')).toBeUndefined();
  });

  it.each([
    ['a deadlock', 1213],
    ['a row that changed after the snapshot', 1020],
  ])('permit a retry after %s', (_cause, errno) => {
    expect(isRetryable(failure(errno))).toBe(true);
  });

  it('permit no retry after a violated constraint', () => {
    expect(isRetryable(duplicate('PRIMARY'))).toBe(false);
  });

  it.each([1021, 1114])('report a full disk: %i', (errno) => {
    expect(MARIADB_ERRORS.isFull(failure(errno))).toBe(true);
  });

  it.each([
    ['a read-only server', failure(1290), true],
    ['a deadlock, after which a retry may succeed', failure(1213), false],
    ['a lost connection of the system', failure(-104), false],
    ['another error', new Error('other'), false],
  ])('are reported by the server or not: %s', (_cause, error, expected) => {
    expect(MARIADB_ERRORS.isReported?.(error)).toBe(expected);
  });

  it('report a lock that was not free in time', () => {
    expect(MARIADB_ERRORS.isLockTimeout?.(failure(1205))).toBe(true);
  });

  it.each([
    ['a shutdown', failure(1053)],
    ['a killed connection', failure(1927)],
    ['a closed connection', failure(0, 'closed', { code: 'PROTOCOL_CONNECTION_LOST', fatal: true })],
    ['a reset', failure(-104, 'reset', { code: 'ECONNRESET' })],
    ['a statement on a broken connection', Object.assign(new Error('closed state'), { fatal: true })],
  ])('report a lost connection after %s', (_cause, error) => {
    expect(MARIADB_ERRORS.isConnectionLoss?.(error)).toBe(true);
  });

  it.each([
    ['a wrong password', failure(1045, 'denied', { code: 'ER_ACCESS_DENIED_ERROR', fatal: true })],
    ['a syntax error', failure(1064)],
    ['no error', 'text'],
  ])('report no lost connection after %s', (_cause, error) => {
    expect(MARIADB_ERRORS.isConnectionLoss?.(error)).toBe(false);
  });
});
