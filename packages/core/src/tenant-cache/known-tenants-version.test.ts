import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { createKnownTenantsVersion, type KnownTenantsVersionDependencies } from './known-tenants-version.ts';
import { bumpTenantsVersion } from './tenants-version.ts';

/** A version on a store whose queries a test can hold back. */
async function setUp(options: Pick<KnownTenantsVersionDependencies, 'isShared'> = { isShared: true }) {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const waiting: (() => void)[] = [];
  let queries = 0;
  let isSlow = false;
  const find = (async (...query: Parameters<AllTenantsStore['find']>) => {
    queries += 1;
    const isHeldBack = isSlow;
    const rows = await store.allTenants.find(...query);
    if (isHeldBack) await new Promise<void>((resolve) => waiting.push(resolve));
    return rows;
  }) as AllTenantsStore['find'];
  return {
    clock,
    tenantsVersion: createKnownTenantsVersion({ store: { ...store.allTenants, find }, clock, ...options }),
    queries: () => queries,
    change: () => store.transaction(bumpTenantsVersion),
    transaction: store.allTenants.transaction,
    /** Holds back the responses of queries from now on. */
    slow: () => {
      isSlow = true;
    },
    /** Lets the newest response arrive that was held back, and those of later queries immediately. */
    async respond() {
      isSlow = false;
      await new Promise((resolve) => setImmediate(resolve));
      waiting.pop()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('the version of all tenants', () => {
  it('is read when it is asked for, and then valid for two seconds', async () => {
    const { tenantsVersion, clock, change, queries } = await setUp();
    expect(queries()).toBe(0);
    const first = await tenantsVersion.read();
    await change();
    clock.advance(1999);
    expect(tenantsVersion.latest()).toBe(first);
    clock.advance(1);
    expect(tenantsVersion.latest()).toBeUndefined();
    expect(await tenantsVersion.read()).toBe(first + 1);
    expect(queries()).toBe(2);
  });

  it('is read once for concurrent callers', async () => {
    const { tenantsVersion, queries } = await setUp();
    await Promise.all([tenantsVersion.read(), tenantsVersion.read()]);
    expect(queries()).toBe(1);
  });

  it('is as old as its query, not as the response', async () => {
    const { tenantsVersion, clock, change, slow, respond } = await setUp();
    slow();
    const early = tenantsVersion.read();
    clock.advance(1500);
    await respond();
    const version = await early;
    await change();
    expect(tenantsVersion.latest()).toBe(version);
    clock.advance(500);
    expect(tenantsVersion.latest()).toBeUndefined();
  });

  it('is asked for again while a query has no response for two seconds, and a late response does not replace the newer one', async () => {
    const { tenantsVersion, clock, change, slow, respond, queries } = await setUp();
    slow();
    const late = tenantsVersion.read();
    const joined = tenantsVersion.read();
    await new Promise((resolve) => setImmediate(resolve));
    await change();
    clock.advance(2000);
    const later = tenantsVersion.read();
    await respond();
    const newer = await later;
    await respond();
    expect(await late).toBe(newer - 1);
    expect(await joined).toBe(newer - 1);
    expect(tenantsVersion.latest()).toBe(await later);
    expect(queries()).toBe(2);
  });

  it('is asked for again after a failed query', async () => {
    const clock = createFakeClock();
    let fails = true;
    const find = (async () => {
      if (fails) throw new Error('The connection was lost.');
      return [];
    }) as AllTenantsStore['find'];
    const tenantsVersion = createKnownTenantsVersion({ store: { find, shared: true }, clock });
    await expect(tenantsVersion.read()).rejects.toThrow('The connection was lost.');
    fails = false;
    expect(await tenantsVersion.read()).toBe(0);
  });

  it('is read once in each transaction, and not kept, because the transaction may see old rows', async () => {
    const { tenantsVersion, transaction, queries } = await setUp();
    const version = await transaction(async (open) => {
      let reads = 0;
      const find = ((...query: Parameters<typeof open.find>) => {
        reads += 1;
        return open.find(...query);
      }) as typeof open.find;
      const counted = { ...open, find };
      await Promise.all([tenantsVersion.within(counted), tenantsVersion.within(counted)]);
      expect(reads).toBe(1);
      return tenantsVersion.within(counted);
    });
    expect(tenantsVersion.latest()).toBeUndefined();
    expect(await tenantsVersion.read()).toBe(version);
    expect(queries()).toBe(1);
  });

  it('costs no query on a store of one process', async () => {
    const { tenantsVersion, transaction, queries } = await setUp({});
    expect(tenantsVersion.latest()).toBe(await tenantsVersion.read());
    await transaction(async (open) => expect(await tenantsVersion.within(open)).toBe(tenantsVersion.latest()));
    expect(queries()).toBe(0);
  });
});
