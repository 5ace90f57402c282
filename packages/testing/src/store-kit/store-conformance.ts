import { CONCURRENCY_CASES } from './cases/concurrency-cases.ts';
import { INDEX_CASES } from './cases/index-cases.ts';
import { LIFETIME_CASES } from './cases/lifetime-cases.ts';
import { LIMIT_PER_CASES } from './cases/limit-per-cases.ts';
import { READING_CASES } from './cases/reading-cases.ts';
import { RESTORE_CASES } from './cases/restore-cases.ts';
import { ROUND_TRIP_CASES } from './cases/round-trip-cases.ts';
import { SIGNAL_CASES } from './cases/signal-cases.ts';
import { TENANT_CASES } from './cases/tenant-cases.ts';
import { TRANSACTION_CASES } from './cases/transaction-cases.ts';
import { UNIQUENESS_CASES } from './cases/uniqueness-cases.ts';
import type { StoreCase } from './store-harness.ts';

/**
 * The behaviour of every `Store`, as data: a runner calls `run` of each case with a fresh harness. `describeStore` of
 * `@portcullis/testing/vitest` does so.
 *
 * @example
 * for (const each of storeConformance) test(each.name, () => each.run({ create: () => createMemoryStore() }));
 */
export const storeConformance: readonly StoreCase[] = [
  ...READING_CASES,
  ...LIMIT_PER_CASES,
  ...ROUND_TRIP_CASES,
  ...UNIQUENESS_CASES,
  ...TENANT_CASES,
  ...RESTORE_CASES,
  ...TRANSACTION_CASES,
  ...CONCURRENCY_CASES,
  ...SIGNAL_CASES,
  ...LIFETIME_CASES,
  ...INDEX_CASES,
];
