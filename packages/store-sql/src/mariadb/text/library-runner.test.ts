import { expect, it, vi } from 'vitest';
import { createLibraryRunner } from './library-runner.ts';

function createTransaction() {
  return {
    queryRows: vi.fn(async () => [{ text_id: '7', text_name: null }]),
    changeRows: vi.fn(async () => 3),
  };
}

it.each(['select 1', 'insert into t values (?) returning id'])('returns the rows of a statement: %s', async (text) => {
  const transaction = createTransaction();
  expect(await createLibraryRunner(transaction)(text, ['a', null])).toEqual({ rows: [['7', null]], affected: 0 });
  expect(transaction.queryRows).toHaveBeenCalledExactlyOnceWith(text, ['a', null]);
});

it.each(['update t set a = ?', 'delete from t where a = ?', 'insert into t select ? from dual'])(
  'counts the rows of a statement: %s',
  async (text) => {
    const transaction = createTransaction();
    expect(await createLibraryRunner(transaction)(text, [1])).toEqual({ rows: [], affected: 3 });
    expect(transaction.changeRows).toHaveBeenCalledExactlyOnceWith(text, [1]);
  },
);
