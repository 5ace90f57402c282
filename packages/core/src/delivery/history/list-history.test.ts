import { expect, it } from 'vitest';
import type { Match } from '../../ports/store/store.ts';
import { APPLICATION_ADMIN, type Principal } from '../../security/principals/principal.ts';
import { createKindRegistry } from '../catalogue/kind-registry.ts';
import { parseHistoryQuery } from './history-filter.ts';
import { listHistory } from './list-history.ts';

const ADMIN: Principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };

/** Returns the conditions of the counts that a page needs, in a store of one process with 20,001 attempts. */
async function countsOf(query: Parameters<typeof parseHistoryQuery>[0], webhookId?: number) {
  const counts: unknown[] = [];
  const store = {
    shared: false,
    find: async (_table: string, { offset, where }: { offset?: number; where?: { createdAt?: { gte: number } } }) =>
      offset === 20_000 && where?.createdAt?.gte === 0 ? [{ createdAt: 500 }] : [],
    count: async (_table: string, where: readonly Match<'attempts'>[]) => {
      counts.push(where);
      return 4;
    },
  };
  const filter = { ...parseHistoryQuery(query, createKindRegistry()), ...(webhookId !== undefined && { webhookId }) };
  const { count } = await listHistory(store as never, { tenant: '', principal: ADMIN }, filter);
  return { count, counts };
}

it('a page counts once under the conditions for which a store keeps numbers', async () => {
  expect(await countsOf({ successOrFailure: 'failure' })).toEqual({
    count: '4',
    counts: [[{ global: false, succeeded: false }]],
  });
});

it('a page of one process counts in parts under other conditions', async () => {
  expect(await countsOf({}, 7)).toEqual({
    count: '8',
    counts: [
      [{ webhookId: 7, global: false, createdAt: { gte: 0, lt: 500 } }],
      [{ webhookId: 7, global: false, createdAt: { gte: 500 } }],
    ],
  });
});
