import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Match, NewOwnedRow, OwnedRow, Store } from '@portcullis/core/ports';
import { sampleRow } from '@portcullis/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';

const TENANTS = ['', 'a'];
const KINDS = ['addedToProject', 'firstQuery'];

let folder: string;
let file: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-counts-'));
  file = join(folder, 'store.db');
  store = createSqliteStore({ file, synchronous: 'normal' });
  await store.open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

interface Made {
  readonly tenant: string;
  readonly kind: string;
  readonly global: boolean;
  readonly succeeded: boolean;
}

const attempt = (made: Made): NewOwnedRow<'attempts'> => ({ ...sampleRow('attempts', 1), ...made });

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
async function checkCounts(): Promise<void> {
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

describe('the counts of attempts', () => {
  it('are those of the rows, after inserts, restored rows, updates, removals and rollbacks', async () => {
    let restored = 1_000_000;
    const made = fc.record({
      tenant: fc.constantFrom(...TENANTS),
      kind: fc.constantFrom(...KINDS),
      global: fc.boolean(),
      succeeded: fc.boolean(),
    });
    const { allTenants } = store;
    const step = fc.oneof(
      fc
        .array(made, { minLength: 1, maxLength: 5 })
        .map((all) => () => allTenants.insertOwned('attempts', all.map(attempt))),
      made.map((each) => () => {
        restored += 1000;
        return allTenants.restore('attempts', [{ ...attempt(each), id: restored } as OwnedRow<'attempts'>]);
      }),
      made.map(
        ({ kind, succeeded }) =>
          () =>
            allTenants.update('attempts', { kind }, { succeeded }),
      ),
      made.map(
        ({ tenant, succeeded }) =>
          () =>
            allTenants.remove('attempts', { tenant, succeeded }),
      ),
      made.map(
        (each) => () =>
          allTenants
            .transaction(async (transaction) => {
              await transaction.insertOwned('attempts', [attempt(each)]);
              throw new Error('rolled back');
            })
            .catch(() => undefined),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        for (const run of steps) await run();
        await checkCounts();
      }),
      { numRuns: 25 },
    );
  });

  it('are read without a pass over the rows', async () => {
    await store.allTenants.insertOwned('attempts', [
      attempt({ tenant: '', kind: 'firstQuery', global: false, succeeded: true }),
    ]);
    const other = new DatabaseSync(file);
    other.exec('drop trigger portcullis_attempts_removed; delete from portcullis_attempts');
    other.close();
    expect(await store.count('attempts', { global: false, succeeded: true })).toBe(1);
    expect(await store.count('attempts', { createdBy: 1 })).toBe(0);
  });

  it('leave no row behind when the last attempt of a tenant is removed', async () => {
    await store.allTenants.insertOwned('attempts', [
      attempt({ tenant: 'a', kind: 'firstQuery', global: false, succeeded: true }),
    ]);
    await store.allTenants.remove('attempts', { tenant: 'a' });
    const other = new DatabaseSync(file);
    expect(other.prepare('select * from portcullis_attempt_counts').all()).toEqual([]);
    other.close();
  });
});
