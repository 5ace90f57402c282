import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@portcullis/core';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';

async function openStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-turns-'));
  const store = createSqliteStore({ file: join(folder, 'store.db') });
  await store.open();
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

it.each([
  ['reads', (store: Store) => store.find('leases')],
  ['transactions that write nothing', (store: Store) => store.transaction((open) => open.find('leases'))],
])('the thread does other work during a long series of %s', async (_calls, call) => {
  const store = await openStore();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const until = performance.now() + 300;
  while (performance.now() < until) await call(store);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
