import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { type Store, StoreConflictError, StoreError, type TransactionOptions } from '@portcullis/core';
import { sampleRow, sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

const WRITERS = 12;

/** Runs the same work for all writers concurrently, alternating between both stores. */
function atOnce<Result>(stores: readonly Store[], work: (store: Store, writer: number) => Promise<Result>) {
  return Promise.allSettled(
    Array.from({ length: WRITERS }, (_each, writer) => work(stores[writer % stores.length] as Store, writer)),
  );
}

/** Returns the values of promises that must all be fulfilled. */
function fulfilled<Value>(outcomes: readonly PromiseSettledResult<Value>[]): Value[] {
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Claims due deliveries, two at a time, until none is left. Returns their ids. */
async function claimAll(store: Store): Promise<number[]> {
  const claimed: number[] = [];
  for (;;) {
    const batch = await store.transaction(async (open) => {
      const due = await open.find('deliveries', {
        where: { webhookId: 1, status: 'pending', dueAt: { lte: 1_000 } },
        orderBy: [['dueAt', 'asc']],
        limit: 2,
        lock: 'skip-locked',
      });
      const ids = due.map(({ id }) => id);
      await open.update('deliveries', { id: { in: ids } }, { status: 'leased', leaseGeneration: { increment: 1 } });
      return ids;
    });
    if (batch.length === 0) return claimed;
    claimed.push(...batch);
  }
}

/** Concurrent writers of the same rows. */
export const CONCURRENCY_CASES: readonly StoreCase[] = [
  storeCase('lets exactly one of many concurrent compare-and-set calls succeed', async ({ store, other }) => {
    const { id } = await store.insert('integrations', sampleRow('integrations', 1, { status: 'enabled', version: 3 }));
    const outcomes = await atOnce([store, other], (each, writer) =>
      each.update(
        'integrations',
        { id, status: 'enabled', version: 3 },
        { status: 'editing', version: { increment: 1 }, createdBy: writer },
      ),
    );
    const counts = fulfilled(outcomes);
    strictEqual(
      counts.reduce((sum, count) => sum + count),
      1,
    );
    const [row] = await store.find('integrations');
    deepStrictEqual([row?.status, row?.version, row?.createdBy], ['editing', 4, counts.indexOf(1)]);
  }),
  storeCase('lets exactly one of many compare-and-set calls in transactions succeed', async ({ store, other }) => {
    const { id } = await store.insert('integrations', sampleRow('integrations', 1, { version: 3 }));
    const outcomes = await atOnce([store, other], (each, writer) =>
      each.transaction(async (open) => {
        const won = await open.update('integrations', { id, version: 3 }, { version: { increment: 1 } });
        if (won === 1) await open.insert('operations', sampleRow('operations', writer));
        return won;
      }),
    );
    strictEqual(
      fulfilled(outcomes).reduce((sum, count) => sum + count),
      1,
    );
    strictEqual(await store.count('operations', {}), 1);
  }),
  storeCase(
    'lets exactly one of many writers claim a target, and stores no rows of the others',
    async ({ store, other }) => {
      const outcomes = await atOnce([store, other], (each, writer) =>
        each.transaction(async (open) => {
          const { id } = await open.insert('integrations', sampleRow('integrations', writer));
          await open.insert('targetClaims', { claim: 'the one target', integrationId: id });
          return id;
        }),
      );
      const losers = outcomes.filter((outcome) => outcome.status === 'rejected');
      strictEqual(losers.length, WRITERS - 1);
      for (const { reason } of losers) {
        ok(StoreConflictError.isInstance(reason), `${reason}`);
        deepStrictEqual([reason.table, reason.constraint], ['targetClaims', 'key']);
      }
      const [claim] = await store.find('targetClaims');
      deepStrictEqual(
        (await store.find('integrations')).map(({ id }) => id),
        [claim?.integrationId],
      );
    },
  ),
  storeCase('adds each absent row once, in any order of the callers', async ({ store, other }) => {
    const rows = sampleRows('events', [{}, {}, {}, {}, {}]);
    const outcomes = await atOnce([store, other], (each) => each.insertAbsent('events', rows));
    const added = fulfilled(outcomes).flat();
    strictEqual(added.length, rows.length);
    strictEqual(await store.count('events', {}), rows.length);
  }),
  storeCase('loses no increment', async ({ store, other }) => {
    await store.insert('endpointQueues', { webhookId: 1, pending: 0, overflow: 0, recovering: 0, held: 0 });
    fulfilled(
      await atOnce([store, other], async (each) => {
        await each.update('endpointQueues', { webhookId: 1 }, { pending: { increment: 1 } });
        await each.transaction((open) =>
          open.update('endpointQueues', { webhookId: 1 }, { pending: { increment: 1 } }),
        );
      }),
    );
    strictEqual(await store.count('endpointQueues', { pending: WRITERS * 2 }), 1);
  }),
  storeCase('gives each due row to exactly one of many claimers', async ({ store, other }) => {
    const due = Array.from({ length: 40 }, (_each, index) => ({
      webhookId: 1,
      status: 'pending',
      dueAt: 1_000 - index,
    }));
    await store.insertAbsent('deliveries', sampleRows('deliveries', [...due, { status: 'pending', webhookId: 2 }]));
    const claimed = fulfilled(await atOnce([store, other], claimAll)).flat();
    strictEqual(claimed.length, due.length);
    strictEqual(new Set(claimed).size, due.length);
    strictEqual(await store.count('deliveries', { status: 'leased', leaseGeneration: { gt: 0 } }), due.length);
  }),
  storeCase('runs writers of the same rows one after another', async ({ store, other }) => {
    await store.insertAbsent(
      'leases',
      sampleRows('leases', [
        { name: 'a', generation: 0 },
        { name: 'b', generation: 0 },
      ]),
    );
    // One writer locks the rows in the opposite order: a store must retry a transaction with a deadlock.
    const outcomes = await atOnce([store, other], (each, writer) =>
      each.transaction(async (open) => {
        const names = writer === 0 ? ['b', 'a'] : ['a', 'b'];
        for (const name of names) await open.update('leases', { name }, { generation: { increment: 1 } });
      }),
    );
    fulfilled(outcomes);
    strictEqual(await store.count('leases', { generation: WRITERS }), 2);
  }),
  storeCase(
    'skips rows that another claimer has locked',
    async ({ store, other }) => {
      await store.insertAbsent('leases', sampleRows('leases', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]));
      await store.transaction(async (first) => {
        const held = await first.find('leases', { limit: 2, lock: 'skip-locked' });
        const free = await other.transaction((second) => second.find('leases', { lock: 'skip-locked' }));
        deepStrictEqual(
          [held, free].map((rows) => rows.map(({ name }) => name)),
          [['a', 'b'], ['c']],
        );
      });
    },
    'createConcurrent',
  ),
  storeCase(
    'waits for a row that another transaction has locked, at most for the given time',
    async ({ store, other }) => {
      await store.insert('leases', sampleRow('leases', 1, { name: 'a', generation: 0 }));
      const change = (options?: TransactionOptions) =>
        other.transaction((open) => open.update('leases', { name: 'a' }, { generation: { increment: 1 } }), options);
      let waiting: Promise<number> | undefined;
      await store.transaction(async (open) => {
        await open.update('leases', { name: 'a' }, { generation: { increment: 1 } });
        waiting = change();
        await rejects(
          change({ lockTimeoutMs: 20 }),
          (error) => StoreError.isInstance(error) && error.code === 'STORE_LOCK_TIMEOUT',
        );
      });
      strictEqual(await waiting, 1);
      await change({ lockTimeoutMs: 20 });
      strictEqual(await store.count('leases', { generation: 3 }), 1);
    },
    'createConcurrent',
  ),
];
