import { sampleRow } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { DEFAULT_TENANT, type Match, type Query } from '../../ports/store/store.ts';
import { APPLICATION_ADMIN, type Principal } from '../../security/principals/principal.ts';
import { createKindRegistry } from '../catalogue/kind-registry.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { parseHistoryQuery } from './history-filter.ts';
import { listHistory } from './list-history.ts';

const ADMIN: Principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };

/**
 * Returns the conditions of the counts that a page needs, and those by which attempts are divided into parts, in a store of one process
 * with 20,001 attempts.
 */
async function countsOf(
  query: Parameters<typeof parseHistoryQuery>[0],
  { webhookId, principal = ADMIN }: { webhookId?: number; principal?: Principal } = {},
) {
  const counts: unknown[] = [];
  const parts: unknown[] = [];
  const store = {
    shared: false,
    async find(_table: string, { offset, where }: { offset?: number; where: { createdAt?: { gte: number } } }) {
      if (offset !== 20_000) return [];
      parts.push(where);
      return where.createdAt?.gte === 0 ? [{ createdAt: 500 }] : [];
    },
    count: async (_table: string, where: readonly Match<'attempts'>[]) => {
      counts.push(where);
      return 4;
    },
  };
  const filter = { ...parseHistoryQuery(query, createKindRegistry()), ...(webhookId !== undefined && { webhookId }) };
  const { count } = await listHistory(store as never, { tenant: '', principal }, filter);
  return { count, counts, parts };
}

it('a page counts once under the conditions for which a store keeps numbers', async () => {
  expect(await countsOf({ successOrFailure: 'failure' })).toEqual({
    count: '4',
    counts: [[{ global: false, succeeded: false }]],
    parts: [],
  });
});

it('a page of one process counts in parts under other conditions', async () => {
  expect(await countsOf({}, { webhookId: 7 })).toMatchObject({
    count: '8',
    counts: [
      [{ webhookId: 7, global: false, createdAt: { gte: 0, lt: 500 } }],
      [{ webhookId: 7, global: false, createdAt: { gte: 500 } }],
    ],
  });
});

it.each([
  { records: 'a webhook', of: { webhookId: 7 }, indexed: { webhookId: 7 } },
  { records: 'an owner', of: { principal: { ...ADMIN, id: 4, permissions: [] } }, indexed: { createdBy: 4 } },
])('the parts of $records have no records of others, which would take as long as the whole history', async (each) => {
  const { parts } = await countsOf({ notificationType: 'firstQuery' }, each.of);
  expect(parts).toEqual([
    { ...each.indexed, createdAt: { gte: 0 } },
    { ...each.indexed, createdAt: { gte: 500 } },
  ]);
});

it.each(['asc', 'desc'] as const)(
  'a large offset is skipped in parts in a store of one process, %s',
  async (sortOrder) => {
    const memory = createMemoryStore();
    await memory.open();
    const attempts = Array.from({ length: 45_000 }, (_each, index) => ({
      tenant: DEFAULT_TENANT,
      // Several attempts have the same time, also at the end of a part.
      ...sampleRow('attempts', index, { createdAt: Math.floor(index / 7), global: false }),
    }));
    await memory.allTenants.insertOwned('attempts', attempts);
    const events = [
      { ...sampleRow('events', 1), id: 1, tenant: DEFAULT_TENANT, payload: encodePayload({ text: '', metadata: {} }) },
    ];
    const offsets: number[] = [];
    const store = {
      shared: false,
      count: memory.count,
      async find(table: 'attempts', query: Query<'attempts'>) {
        if (table !== 'attempts') return events;
        offsets.push(query.offset ?? 0);
        return (await memory.find(table, query)).map((row) => ({ ...row, eventId: 1 }));
      },
    };
    const filter = parseHistoryQuery({ offset: 44_990, pageSize: 5, sortOrder }, createKindRegistry());
    const { records } = await listHistory(store as never, { tenant: '', principal: ADMIN }, filter);
    const first = sortOrder === 'asc' ? 44_991 : 10;
    const step = sortOrder === 'asc' ? 1 : -1;
    expect(records.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].map((index) => first + step * index));
    expect(Math.max(...offsets)).toBeLessThanOrEqual(20_000);
  },
);
