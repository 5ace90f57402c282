import { describe, expect, it } from 'vitest';
import type { Statement } from '../../operations/statement-cache.ts';
import { createTextRunner } from './text-runner.ts';

const statement = (kind: string, sql: string, ...parameters: unknown[]) =>
  ({ sql, parameters, query: { kind }, queryId: { queryId: sql }, keepsPlan: true }) as unknown as Statement;

/** A transaction that records its statements and returns one row for each. */
function createTransaction() {
  const sent: unknown[] = [];
  let open = 0;
  return {
    sent,
    async queryText(text: string, parameters: readonly (string | null)[]) {
      open += 1;
      sent.push([text, ...parameters, open]);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      if (text === 'fail') throw new Error('It fails.');
      return [{ first: '7', second: null }];
    },
  };
}

const ID = ['select pg_current_xact_id()::text as text_id', 1];

describe('a text runner', () => {
  it('reads the id of the transaction first, then runs one statement at a time', async () => {
    const transaction = createTransaction();
    const { run, transactionId } = createTextRunner(transaction);
    const results = await Promise.all([
      run(statement('SelectQueryNode', 'one', 1, true, null, 'text')),
      run(statement('SelectQueryNode', 'two')),
    ]);
    expect(results[0]).toEqual({ rows: [['7', null]], affected: 0 });
    expect(transaction.sent).toEqual([ID, ['one', '1', 'true', null, 'text', 1], ['two', 1]]);
    expect(await transactionId()).toBe('7');
    expect(transaction.sent).toHaveLength(3);
  });

  it('counts the rows that a statement has changed', async () => {
    const transaction = createTransaction();
    const { run } = createTextRunner(transaction);
    expect(await run(statement('UpdateQueryNode', 'update t'))).toEqual({ rows: [], affected: 7 });
    const counting = 'select count(*)::text as text_count from changed';
    expect(transaction.sent.at(-1)).toEqual([`with changed as (update t returning 1) ${counting}`, 1]);
  });

  it('rejects the statement that fails, and runs the next one', async () => {
    const { run } = createTextRunner(createTransaction());
    const failing = run(statement('SelectQueryNode', 'fail'));
    const next = run(statement('SelectQueryNode', 'next'));
    await expect(failing).rejects.toThrow('It fails.');
    expect(await next).toEqual({ rows: [['7', null]], affected: 0 });
  });
});
