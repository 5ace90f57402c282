import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { StoreConflictError, StoreError, type StoreErrorCode, type StoreTransaction } from '@portcullis/core';
import { sampleRow, sampleRows } from '../sample-rows.ts';
import { type StoreCase, storeCase } from '../store-harness.ts';

const OUTBOX_TABLES = ['integrations', 'events', 'deliveries', 'endpointQueues'] as const;

/** Writes the parts of one change: the record, its consequences, and the action after the commit. */
async function writeOutbox(open: StoreTransaction): Promise<void> {
  const { id } = await open.insert('integrations', sampleRow('integrations', 1));
  await open.insert('targetClaims', { claim: 'host a', integrationId: id });
  const event = await open.insert('events', sampleRow('events', 1));
  const webhooks = [{ webhookId: 1 }, { webhookId: 2 }];
  await open.insertAbsent(
    'endpointQueues',
    webhooks.map((endpointQueue) => ({ ...endpointQueue, pending: 0, overflow: 0, recovering: 0, held: 0 })),
  );
  await open.insertAbsent(
    'deliveries',
    sampleRows(
      'deliveries',
      webhooks.map((to) => ({ ...to, eventId: event.id })),
    ),
  );
  await open.update('endpointQueues', { webhookId: { in: [1, 2] } }, { pending: { increment: 1 }, nextDueAt: 5 });
}

const isStoreError = (code: StoreErrorCode) => (error: unknown) => {
  ok(StoreError.isInstance(error), `${error}`);
  strictEqual(error.code, code);
  return true;
};

/** Atomicity, and the result for the caller. */
export const TRANSACTION_CASES: readonly StoreCase[] = [
  storeCase('commits a change together with its consequences', async ({ store }) => {
    await store.transaction(writeOutbox);
    const counts = await Promise.all(OUTBOX_TABLES.map((table) => store.count(table, {})));
    deepStrictEqual(counts, [1, 1, 2, 2]);
    strictEqual(await store.count('endpointQueues', { pending: 1, nextDueAt: 5 }), 2);
  }),
  storeCase('rolls back a transaction that rejects, and rejects with its reason', async ({ store }) => {
    const reason = new Error('stop');
    let ran = false;
    const failing = store.transaction(async (open) => {
      open.afterCommit(() => {
        ran = true;
      });
      await writeOutbox(open);
      throw reason;
    });
    await rejects(failing, (error) => error === reason);
    strictEqual(ran, false);
    for (const table of OUTBOX_TABLES) strictEqual(await store.count(table, {}), 0, table);
    await store.transaction(writeOutbox);
  }),
  storeCase('restores rows that a rolled-back transaction had changed or removed', async ({ store }) => {
    await store.insertAbsent('events', sampleRows('events', [{}, {}, {}]));
    const before = await store.find('events');
    const failing = store.transaction(async (open) => {
      await open.update('events', { publicId: 'publicId 1' }, { publicId: 'taken', actionBy: { increment: 4 } });
      await open.remove('events', { publicId: { not: 'taken' } });
      await open.insert('events', sampleRow('events', 2));
      throw new Error('stop');
    });
    await rejects(failing, /stop/);
    deepStrictEqual(await store.find('events'), before);
    deepStrictEqual(await store.insertAbsent('events', sampleRows('events', [{}, {}, {}])), []);
  }),
  storeCase('shows a transaction its own writes', async ({ store }) => {
    await store.insertAbsent('leases', sampleRows('leases', [{ name: 'a' }, { name: 'b' }]));
    const seen = await store.transaction(async (open) => {
      await open.update('leases', { name: 'a' }, { generation: 9 });
      await open.remove('leases', { name: 'b' });
      await open.insert('leases', sampleRow('leases', 3, { name: 'c' }));
      return [await open.find('leases'), await open.count('leases', { generation: 9 })];
    });
    deepStrictEqual(seen, [await store.find('leases'), 1]);
    deepStrictEqual(
      (await store.find('leases')).map(({ name }) => name),
      ['a', 'c'],
    );
  }),
  storeCase('accepts concurrent calls in one transaction, and runs them in their order', async ({ store }) => {
    await store.insertAbsent(
      'endpointQueues',
      sampleRows('endpointQueues', [
        { pending: 0, overflow: 0 },
        { pending: 0, overflow: 0 },
      ]),
    );
    const responses = await store.transaction((open) =>
      Promise.all([
        open.update('endpointQueues', { pending: 0, overflow: 0 }, { pending: 1, overflow: 0 }),
        open.update('endpointQueues', { webhookId: 1, pending: 1, overflow: 0 }, { pending: { increment: 5 } }),
        open.insert('leases', sampleRow('leases', 1)),
        open.count('leases', {}),
        open.remove('endpointQueues', { pending: 6, overflow: 0 }),
      ]),
    );
    deepStrictEqual(responses, [2, 1, sampleRow('leases', 1), 1, 1]);
    const failing = store.transaction((open) =>
      Promise.all([
        open.update('endpointQueues', {}, { pending: 9, overflow: 0 }),
        open.insert('leases', sampleRow('leases', 1)),
        open.insert('leases', sampleRow('leases', 2)),
      ]),
    );
    await rejects(failing, StoreConflictError);
    strictEqual(await store.count('leases', {}), 1);
    strictEqual(await store.count('endpointQueues', { pending: 9, overflow: 0 }), 0);
  }),
  storeCase('does not show uncommitted rows', async ({ store, other }) => {
    const reads: Promise<number>[] = [];
    const failing = store.transaction(async (open) => {
      await open.insert('leases', sampleRow('leases', 1));
      // A store may return committed data immediately, let the read wait, or reject a read that would wait for its own
      // transaction.
      reads.push(store.count('leases', {}), other.count('leases', {}));
      await open.find('leases');
      throw new Error('stop');
    });
    await rejects(failing, /stop/);
    for (const read of await Promise.allSettled(reads)) {
      if (read.status === 'fulfilled') strictEqual(read.value, 0);
      else isStoreError('STORE_TRANSACTION_NESTED')(read.reason);
    }
  }),
  storeCase('runs the actions after a commit once it is visible, in order', async ({ store, other }) => {
    const order: string[] = [];
    const seen: Promise<number>[] = [];
    const result = await store.transaction(async (open) => {
      open.afterCommit(() => {
        order.push('first');
        seen.push(store.count('leases', {}), other.count('leases', {}));
      });
      open.afterCommit(() => order.push('second'));
      await open.insert('leases', sampleRow('leases', 1));
      order.push('work');
      return 'done';
    });
    strictEqual(result, 'done');
    deepStrictEqual(order, ['work', 'first', 'second']);
    deepStrictEqual(await Promise.all(seen), [1, 1]);
  }),
  storeCase('lets the actions after a commit write', async ({ store }) => {
    const following: Promise<unknown>[] = [];
    await store.transaction(async (open) => {
      open.afterCommit(() => {
        following.push(store.insert('leases', sampleRow('leases', 1)));
        following.push(store.transaction((next) => next.insert('leases', sampleRow('leases', 2))));
      });
    });
    await Promise.all(following);
    strictEqual(await store.count('leases', {}), 2);
  }),
  storeCase('rejects calls on a transaction that has ended', async ({ store }) => {
    let kept: StoreTransaction | undefined;
    await store.transaction(async (open) => {
      kept = open;
    });
    await rejects(async () => kept?.insert('leases', sampleRow('leases', 1)), isStoreError('STORE_TRANSACTION_ENDED'));
    await rejects(async () => kept?.find('leases'), isStoreError('STORE_TRANSACTION_ENDED'));
    await rejects(async () => kept?.afterCommit(() => undefined), isStoreError('STORE_TRANSACTION_ENDED'));
    strictEqual(await store.count('leases', {}), 0);
  }),
  storeCase('commits nothing after a conflict, even a caught one', async ({ store }) => {
    await store.insert('leases', sampleRow('leases', 1));
    const swallowing = store.transaction(async (open) => {
      await open.insert('leases', sampleRow('leases', 2));
      await rejects(open.insert('leases', sampleRow('leases', 1)), StoreConflictError);
      await rejects(open.insert('leases', sampleRow('leases', 3)), isStoreError('STORE_TRANSACTION_FAILED'));
    });
    await rejects(swallowing, isStoreError('STORE_TRANSACTION_FAILED'));
    strictEqual(await store.count('leases', {}), 1);
  }),
  storeCase(
    'rejects a write outside a transaction when the write would wait for that transaction',
    async ({ store }) => {
      const nested = store.transaction(async () => store.insert('leases', sampleRow('leases', 1)));
      await rejects(nested, isStoreError('STORE_TRANSACTION_NESTED'));
      const doubled = store.transaction(async () => store.transaction(async () => undefined));
      await rejects(doubled, isStoreError('STORE_TRANSACTION_NESTED'));
      await store.insert('leases', sampleRow('leases', 1));
    },
  ),
  storeCase('knows which calls belong to a transaction, if it tracks them', async ({ store }) => {
    const { insideTransaction } = store;
    if (!insideTransaction) return;
    strictEqual(insideTransaction(), false);
    for (const brief of [true, false]) {
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let later: Promise<boolean> | undefined;
      const work = async (): Promise<boolean> => {
        later = ended.then(insideTransaction);
        return insideTransaction();
      };
      strictEqual(await store.transaction(work, { brief }), true);
      end();
      strictEqual(await later, false, 'later calls do not belong to it');
    }
  }),
  storeCase(
    'runs brief transactions in the order of the calls, each with a separate outcome, although they wait together',
    async ({ store }) => {
      const order: number[] = [];
      const fails = (number: number): boolean => number % 3 === 0;
      const running = Array.from({ length: 100 }, (_, number) =>
        store.transaction(
          async (open) => {
            open.afterCommit(() => order.push(number));
            await open.insert('leases', sampleRow('leases', number, { name: `lease ${number}` }));
            if (fails(number)) throw new Error(`no ${number}`);
            return number;
          },
          { brief: true },
        ),
      );
      const ends = await Promise.allSettled(running);
      for (const [number, end] of ends.entries()) {
        if (end.status === 'fulfilled') strictEqual(end.value, number);
        else strictEqual(end.reason.message, `no ${number}`);
        strictEqual(end.status === 'rejected', fails(number), `${number}`);
      }
      const kept = Array.from({ length: 100 }, (_, number) => number).filter((number) => !fails(number));
      strictEqual(order.length, kept.length);
      strictEqual(await store.count('leases', {}), kept.length);
      if (!store.shared) deepStrictEqual(order, kept);
    },
  ),
  storeCase('rolls back only the brief transaction that has a conflict', async ({ store }) => {
    await store.insert('leases', sampleRow('leases', 1));
    const insert = (number: number) =>
      store.transaction((open) => open.insert('leases', sampleRow('leases', number)), { brief: true });
    const [first, taken, last] = await Promise.allSettled([insert(2), insert(1), insert(3)]);
    strictEqual(first?.status, 'fulfilled');
    strictEqual(last?.status, 'fulfilled');
    ok(taken?.status === 'rejected' && StoreConflictError.isInstance(taken.reason));
    strictEqual(await store.count('leases', {}), 3);
  }),
  storeCase('rejects writes and brief transactions that start inside a brief transaction', async ({ store }) => {
    const brief = { brief: true };
    const nested = store.transaction(async () => store.insert('leases', sampleRow('leases', 1)), brief);
    await rejects(nested, isStoreError('STORE_TRANSACTION_NESTED'));
    const doubled = store.transaction(async () => store.transaction(async () => undefined, brief), brief);
    await rejects(doubled, isStoreError('STORE_TRANSACTION_NESTED'));
    await store.insert('leases', sampleRow('leases', 1));
  }),
];
