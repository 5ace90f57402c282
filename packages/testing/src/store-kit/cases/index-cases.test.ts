import { createMemoryStore } from '@portcullis/core';
import { expect, it } from 'vitest';
import { INDEX_CASES } from './index-cases.ts';

it('each declared index that a database does not use causes a warning', async () => {
  const warnings: string[] = [];
  for (const { run } of INDEX_CASES) {
    await run({
      create: () => createMemoryStore(),
      readsWholeTable: async (table, { orderBy }) => table === 'operations' && orderBy[0]?.[0] === 'leaseUntil',
      warn: (message) => void warnings.push(message),
    });
  }
  expect(warnings).toEqual(['The store reads all rows of operations and does not use the index running (leaseUntil).']);
});
