import { describe, expect, it } from 'vitest';
import { findEach } from './find-each.ts';
import type { EngineOperations, EngineQuery } from './store-engine.ts';

const QUERY: EngineQuery = {
  tests: [
    [
      { column: 'webhookId', operator: 'in', values: [1, 2] },
      { column: 'status', operator: 'eq', value: 'pending' },
    ],
  ],
  orderBy: [['id', 'asc']],
  limit: 3,
  offset: 0,
  lock: 'update',
  omitsTenant: false,
};
const PENDING = { column: 'status', operator: 'eq', value: 'pending' };

/** Records the calls of an engine, which finds one row at each. */
async function callsOf(names: readonly ('find' | 'findEach')[]) {
  const calls: unknown[] = [];
  const record = (name: string) => async (_table: unknown, query: EngineQuery, each?: unknown) => {
    calls.push([name, query, each]);
    return [{ id: calls.length }];
  };
  const engine = Object.fromEntries(names.map((name) => [name, record(name)])) as unknown as EngineOperations;
  return { rows: await findEach(engine, 'deliveries', QUERY, 'webhookId'), calls };
}

describe('a query with a limit for each value', () => {
  it('is one call of an engine that offers it', async () => {
    const { calls } = await callsOf(['find', 'findEach']);
    const each = { column: 'webhookId', values: [1, 2] };
    expect(calls).toEqual([['findEach', { ...QUERY, tests: [[PENDING]] }, each]]);
  });

  it('is a call for each value of another engine', async () => {
    const { calls, rows } = await callsOf(['find']);
    const ofValue = (value: number) => ({
      ...QUERY,
      tests: [[PENDING, { column: 'webhookId', operator: 'eq', value }]],
    });
    expect(calls).toEqual([
      ['find', ofValue(1), undefined],
      ['find', ofValue(2), undefined],
    ]);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
