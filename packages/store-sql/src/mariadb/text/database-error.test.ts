import { describe, expect, it } from 'vitest';
import { databaseErrorOf } from './database-error.ts';

const duplicate = "Duplicate entry 'a' for key 'PRIMARY'";

describe('the error of the database inside an error', () => {
  it('of mysql2 or of the driver mariadb has the message of the server', () => {
    const error = Object.assign(new Error(`(conn=7, no: 1062) ${duplicate}\nsql: insert`), {
      errno: 1062,
      code: 'ER_DUP_ENTRY',
      sqlMessage: duplicate,
    });
    expect(databaseErrorOf(error)).toMatchObject({ errno: 1062, code: 'ER_DUP_ENTRY', message: duplicate });
  });

  it('of a library that wraps it is the cause', () => {
    const cause = Object.assign(new Error(duplicate), { errno: 1062, sqlMessage: duplicate });
    const wrapped = new Error('Failed query', { cause });
    expect(databaseErrorOf(wrapped)).toMatchObject({ errno: 1062, message: duplicate });
  });

  it('of Prisma is that of its adapter', () => {
    const cause = { originalCode: '1062', originalMessage: duplicate, kind: 'UniqueConstraintViolation' };
    const error = Object.assign(new Error('Raw query failed'), {
      code: 'P2010',
      meta: { driverAdapterError: { cause } },
    });
    expect(databaseErrorOf(error)).toMatchObject({ errno: 1062, message: duplicate });
  });

  it('of the connection stays as it is', () => {
    const error = Object.assign(new Error('reset'), { errno: -104, code: 'ECONNRESET' });
    expect(databaseErrorOf(error)).toBe(error);
  });

  it.each([new Error('other'), 'text', undefined])('is the error itself if there is none: %s', (error) => {
    expect(databaseErrorOf(error)).toBe(error);
  });
});
