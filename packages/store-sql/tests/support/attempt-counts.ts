import type { Match, NewOwnedRow, OwnedRow, Store } from '@portcullis/core/ports';
import { sampleRow } from '@portcullis/testing';
import fc from 'fast-check';
import { expect } from 'vitest';

const TENANTS = ['', 'a'];
const KINDS = ['addedToProject', 'firstQuery'];

/** The columns by which attempts are counted. */
export interface CountedColumns {
  readonly tenant: string;
  readonly kind: string;
  readonly global: boolean;
  readonly succeeded: boolean;
}

/** Returns a new attempt. */
export const attemptOf = (counted: CountedColumns): NewOwnedRow<'attempts'> => ({
  ...sampleRow('attempts', 1),
  ...counted,
});

const FILTERS: readonly Match<'attempts'>[] = [undefined, ...KINDS].flatMap((kind) =>
  [undefined, true, false].flatMap((global) =>
    [undefined, true, false].map((succeeded) => ({
      ...(kind !== undefined && { kind }),
      ...(global !== undefined && { global }),
      ...(succeeded !== undefined && { succeeded }),
    })),
  ),
);

/** Compares the counts under all filters of the history with those of the rows themselves. */
export async function expectCountsOfRows(store: Store): Promise<void> {
  for (const tenant of TENANTS) {
    for (const filter of FILTERS) {
      const rows = await store.scoped(tenant).find('attempts', { where: filter });
      expect(await store.scoped(tenant).count('attempts', filter), JSON.stringify({ tenant, filter })).toBe(
        rows.length,
      );
    }
  }
  expect(await store.allTenants.count('attempts', {})).toBe((await store.allTenants.find('attempts')).length);
}

/** Changes attempts in random ways, and compares the counts with the rows after each series of changes. */
export async function expectCountsAfterChanges(store: Store, numRuns: number): Promise<void> {
  let restored = 1_000_000;
  const counted = fc.record({
    tenant: fc.constantFrom(...TENANTS),
    kind: fc.constantFrom(...KINDS),
    global: fc.boolean(),
    succeeded: fc.boolean(),
  });
  const { allTenants } = store;
  const step = fc.oneof(
    fc
      .array(counted, { minLength: 1, maxLength: 5 })
      .map((all) => () => allTenants.insertOwned('attempts', all.map(attemptOf))),
    counted.map((each) => () => {
      restored += 1000;
      return allTenants.restore('attempts', [{ ...attemptOf(each), id: restored } as OwnedRow<'attempts'>]);
    }),
    counted.map(
      ({ kind, succeeded }) =>
        () =>
          allTenants.update('attempts', { kind }, { succeeded }),
    ),
    counted.map(
      ({ tenant, succeeded }) =>
        () =>
          allTenants.remove('attempts', { tenant, succeeded }),
    ),
    counted.map(
      (each) => () =>
        allTenants
          .transaction(async (transaction) => {
            await transaction.insertOwned('attempts', [attemptOf(each)]);
            throw new Error('rolled back');
          })
          .catch(() => undefined),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      for (const run of steps) await run();
      await expectCountsOfRows(store);
    }),
    { numRuns },
  );
}
