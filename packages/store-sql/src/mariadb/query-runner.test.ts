import { describe, expect, it } from 'vitest';
import type { MariaDbQuery } from './mariadb-client.ts';
import { createQueryRunner } from './query-runner.ts';

/** A connection that records what it is asked, and gives one response. */
function createConnection(response: unknown) {
  const asked: [string, MariaDbQuery][] = [];
  const record = (method: string) => async (query: MariaDbQuery) => {
    asked.push([method, query]);
    return [response] as const;
  };
  return { asked, query: record('query'), execute: record('execute') };
}

describe('the query runner', () => {
  it('prepares statements with parameters', async () => {
    const connection = createConnection([[1, 'a']]);
    const { rows } = await createQueryRunner(connection)('select ?', [1]);
    expect(rows).toEqual([[1, 'a']]);
    expect(connection.asked).toMatchObject([['execute', { sql: 'select ?', values: [1], rowsAsArray: true }]]);
  });

  it('does not prepare statements without parameters', async () => {
    const connection = createConnection([]);
    await createQueryRunner(connection)('select 1');
    expect(connection.asked[0]?.[0]).toBe('query');
  });

  it('counts the matched rows, not only the changed ones', async () => {
    const connection = createConnection({ affectedRows: 0, info: 'Rows matched: 3  Changed: 0  Warnings: 0' });
    expect((await createQueryRunner(connection)('update t set a = ?', [1])).affected).toBe(3);
  });

  it('counts the removed rows', async () => {
    const connection = createConnection({ affectedRows: 2, info: '' });
    expect((await createQueryRunner(connection)('delete from t where a = ?', [1])).affected).toBe(2);
  });
});
