import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Query, Row, Store, Where } from '@portcullis/core';
import { sampleRow, sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

/** The rows of the comparisons: kind identifies them, the other columns contain nulls and duplicates. */
const OPERATIONS = sampleRows('operations', [
  { kind: 'a', integrationId: 1, requestedBy: null, leaseUntil: 10, status: 'running' },
  { kind: 'b', integrationId: 1, requestedBy: 5, leaseUntil: 20, status: 'running' },
  { kind: 'c', integrationId: 2, requestedBy: 7, leaseUntil: null, status: 'failed' },
  { kind: 'd', integrationId: 3, requestedBy: 5, leaseUntil: 30, status: 'succeeded' },
]);

const COMPARISONS: readonly (readonly [string, Where<'operations'>, string])[] = [
  ['everything', {}, 'abcd'],
  ['a value', { integrationId: 1 }, 'ab'],
  ['several columns', { integrationId: 1, requestedBy: 5 }, 'b'],
  ['null', { requestedBy: null }, 'a'],
  ['not null', { requestedBy: { not: null } }, 'bcd'],
  ['another value, including null', { requestedBy: { not: 5 } }, 'ac'],
  ['another value in a column without nulls', { status: { not: 'running' } }, 'cd'],
  ['one of several', { requestedBy: { in: [5, 7] } }, 'bcd'],
  ['one of several or null', { requestedBy: { in: [7, null] } }, 'ac'],
  ['only null in a list', { requestedBy: { in: [null] } }, 'a'],
  ['one of several texts', { status: { in: ['failed', 'succeeded', 'it\'s "odd", {x}\\'] } }, 'cd'],
  ['one of an empty list', { requestedBy: { in: [] } }, ''],
  ['less', { leaseUntil: { lt: 20 } }, 'a'],
  ['less or equal', { leaseUntil: { lte: 20 } }, 'ab'],
  ['greater', { leaseUntil: { gt: 20 } }, 'd'],
  ['greater or equal', { leaseUntil: { gte: 20 } }, 'bd'],
  ['a range', { leaseUntil: { gte: 10, lt: 30 } }, 'ab'],
  ['a range and a list', { leaseUntil: { gte: 10, lt: 30 }, requestedBy: { in: [5] } }, 'b'],
  ['a range of text', { kind: { gt: 'a', lte: 'c' } }, 'bc'],
  ['one of two alternatives', [{ kind: 'a' }, { status: 'failed' }], 'ac'],
  ['alternatives that overlap', [{ integrationId: 1 }, { requestedBy: 5 }], 'abd'],
  ['alternatives of several columns', [{ integrationId: 1, requestedBy: null }, { leaseUntil: null }], 'ac'],
  ['no alternative', [], ''],
  ['an alternative without conditions', [{ kind: 'a' }, {}], 'abcd'],
];

const PAGES: readonly (readonly [string, Query<'operations'>, string])[] = [
  ['by ascending key without an order', {}, 'abcd'],
  ['in descending order', { orderBy: [['kind', 'desc']] }, 'dcba'],
  ['with null first', { orderBy: [['leaseUntil', 'asc']] }, 'cabd'],
  ['with null last in descending order', { orderBy: [['leaseUntil', 'desc']] }, 'dbac'],
  [
    'by two columns',
    {
      orderBy: [
        ['integrationId', 'desc'],
        ['kind', 'desc'],
      ],
    },
    'dcba',
  ],
  ['by key for equal values of the order', { orderBy: [['requestedBy', 'desc']] }, 'cbda'],
  ['up to a limit', { limit: 2 }, 'ab'],
  ['from an offset', { offset: 3 }, 'd'],
  ['page by page', { offset: 1, limit: 2, orderBy: [['kind', 'desc']] }, 'cb'],
  ['not at all with a limit of 0', { limit: 0 }, ''],
  ['of a range in its order', { where: { leaseUntil: { gt: 10 } }, orderBy: [['leaseUntil', 'desc']] }, 'db'],
];

async function kinds(store: Store, query: Query<'operations'>): Promise<string> {
  return (await store.find('operations', query)).map(({ kind }) => kind).join('');
}

const comparisonCases = COMPARISONS.map(([what, where, expected]) =>
  storeCase(`compares with ${what}`, async ({ store }) => {
    await store.insertAbsent('operations', OPERATIONS);
    strictEqual(await kinds(store, { where }), expected);
    strictEqual(await store.count('operations', where), expected.length);
    strictEqual(await store.update('operations', where, { scope: 'found' }), expected.length);
    strictEqual(await kinds(store, { where: { scope: 'found' } }), expected);
    strictEqual(await store.remove('operations', where), expected.length);
    strictEqual(await store.count('operations', {}), OPERATIONS.length - expected.length);
  }),
);

const pageCases = PAGES.map(([what, query, expected]) =>
  storeCase(`reads ${what}`, async ({ store }) => {
    await store.insertAbsent('operations', OPERATIONS);
    strictEqual(await kinds(store, query), expected);
  }),
);

/** In the order of their UTF-8 bytes; UTF-16 would swap the last two. */
const NAMES = ['', 'B', 'a', 'a b', 'ab', 'z', 'é', '中', '\uFB00', '𝒳'];

/** Conditions, orders and pages. */
export const READING_CASES: readonly StoreCase[] = [
  ...comparisonCases,
  ...pageCases,
  storeCase('orders and compares text by its bytes, with any locale of the server', async ({ store }) => {
    await store.insertAbsent(
      'leases',
      NAMES.toReversed().map((name, index) => sampleRow('leases', index, { name })),
    );
    const found = async (query: Query<'leases'>) => (await store.find('leases', query)).map(({ name }) => name);
    deepStrictEqual(await found({}), NAMES);
    deepStrictEqual(await found({ orderBy: [['name', 'desc']] }), NAMES.toReversed());
    deepStrictEqual(await found({ where: { name: { gt: 'B', lt: 'z' } } }), ['a', 'a b', 'ab']);
  }),
  storeCase('compares booleans', async ({ store }) => {
    await store.insertAbsent('attempts', sampleRows('attempts', [{ succeeded: true }, { succeeded: false }, {}]));
    strictEqual(await store.count('attempts', { succeeded: false }), 2);
    strictEqual(await store.count('attempts', { succeeded: { not: false } }), 1);
    strictEqual(await store.count('attempts', { succeeded: { in: [true, false] } }), 3);
  }),
  storeCase('reads page by page after the last row, without a gap between equal values', async ({ store }) => {
    const times = [3, 1, 2, 1, 3, 1, 2, 1];
    await store.insertAbsent(
      'events',
      sampleRows(
        'events',
        times.map((createdAt) => ({ createdAt })),
      ),
    );
    const all = await store.find('events', { orderBy: [['createdAt', 'asc']] });
    for (const [way, after, expected] of [
      ['asc', 'gt', all],
      ['desc', 'lt', all.toReversed()],
    ] as const) {
      const read: Row<'events'>[] = [];
      for (let pages = 0; pages < times.length; pages += 1) {
        const last = read.at(-1);
        const alternatives = last && [
          { createdAt: last.createdAt, id: { [after]: last.id } },
          { createdAt: { [after]: last.createdAt } },
        ];
        const page = await store.find('events', {
          ...(alternatives && { where: way === 'asc' ? alternatives : alternatives.toReversed() }),
          orderBy: [
            ['createdAt', way],
            ['id', way],
          ],
          limit: 3,
        });
        read.push(...page);
        if (page.length < 3) break;
      }
      deepStrictEqual(read, expected);
    }
  }),
  storeCase('accepts long lists', async ({ store }) => {
    await store.insertAbsent('operations', OPERATIONS);
    const many = Array.from({ length: 40_000 }, (_each, index) => index + 2);
    strictEqual(await kinds(store, { where: { integrationId: { in: many } } }), 'cd');
  }),
];
