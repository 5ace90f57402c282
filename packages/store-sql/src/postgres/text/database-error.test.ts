import { describe, expect, it } from 'vitest';
import { databaseErrorOf } from './database-error.ts';

const asPg = Object.assign(new Error('duplicate key'), { code: '23505', table: 'a', constraint: 'a_key' });

describe('the error of the database', () => {
  it('is an error of pg itself', () => {
    expect(databaseErrorOf(asPg)).toBe(asPg);
  });

  it('is the cause of an error of Drizzle', () => {
    expect(databaseErrorOf(new Error('Failed query', { cause: asPg }))).toBe(asPg);
  });

  it('has the names of pg if it comes from postgres.js', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      severity: 'ERROR',
      table_name: 'a',
      constraint_name: 'a_key',
    });
    const found = databaseErrorOf(new Error('Failed query', { cause: error }));
    expect(found).toMatchObject({ code: '23505', severity: 'ERROR', table: 'a', constraint: 'a_key' });
    expect(found).toHaveProperty('message', 'duplicate key');
  });

  it('is in the meta data of an error of Prisma, which has a code of its own', () => {
    const cause = {
      originalCode: '23505',
      originalMessage: 'duplicate key',
      table: 'a',
      constraint: { index: 'a_key' },
    };
    const error = Object.assign(new Error('Invalid invocation'), {
      code: 'P2010',
      meta: { driverAdapterError: { cause } },
    });
    expect(databaseErrorOf(error)).toMatchObject({ code: '23505', table: 'a', constraint: 'a_key' });
    expect(databaseErrorOf(Object.assign(new Error('Closed'), { code: 'P2028', meta: {} }))).toHaveProperty(
      'code',
      'P2028',
    );
  });

  it('is the error itself if there is no code of the database', () => {
    const error = new Error('Something else', { cause: new Error('its cause') });
    expect(databaseErrorOf(error)).toBe(error);
    expect(databaseErrorOf('text')).toBe('text');
  });
});
