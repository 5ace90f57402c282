import { createMemoryStore } from '@portcullis/core';
import { expect, it } from 'vitest';
import { INDEX_CASES } from './index-cases.ts';

it('a store is warned of each declared index that its database does not use', async () => {
  const warnings: string[] = [];
  for (const { run } of INDEX_CASES) {
    await run({
      create: () => createMemoryStore(),
      readsWholeTable: async (table, { orderBy }) => table === 'operations' && orderBy[0]?.[0] === 'leaseUntil',
      warn: (message) => void warnings.push(message),
    });
  }
  expect(warnings).toEqual(['The store reads all rows of operations where the index running (leaseUntil) would do.']);
});
