import { createFakeClock, createRecordingLogger, sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import { StoreError } from '../../ports/store/store-error.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { createDeliveryCounter } from './create-delivery-counter.ts';

const ATTEMPT = {
  ...sampleRow('attempts', 1),
  id: 1,
  tenant: '',
  trigger: 'automatic',
  succeeded: true,
} as OwnedRow<'attempts'>;

/** A counter over a store with some webhooks. */
async function createHarness({ webhooks = 1, isBroken = false } = {}) {
  const kept = createMemoryStore();
  await kept.open();
  const rows = Array.from({ length: webhooks }, (_each, index) => ({
    ...sampleRow('webhooks', index),
    state: 'active',
  }));
  const ids = (await kept.insertAbsent('webhooks', rows)).map(({ id }) => id);
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const transaction: AllTenantsStore['transaction'] = (work, options) =>
    isBroken
      ? Promise.reject(new StoreError('STORE_FAILED', 'The disk is full.'))
      : kept.allTenants.transaction(work, options);
  const { allTenants: store } = overrideStore(kept, { transaction });
  const counter = createDeliveryCounter({ store, clock, logger, detached: (work) => work() });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    counter,
    clock,
    logger,
    settled,
    store: kept,
    /** Counts an attempt of each webhook. */
    countAll() {
      for (const webhookId of ids) {
        const attempt = { ...ATTEMPT, webhookId, createdAt: clock.now() };
        counter.count({ attempt, decision: { kind: 'succeeded' }, late: false });
      }
    },
    async advance(milliseconds: number) {
      clock.advance(milliseconds);
      await settled();
    },
  };
}

describe('the counter of a node', () => {
  it('has no timer without attempts', async () => {
    const harness = await createHarness();
    expect(harness.clock.waiting).toBe(0);
    harness.countAll();
    expect(harness.clock.waiting).toBe(1);
    await harness.advance(5000);
    expect(harness.clock.waiting).toBe(0);
  });

  it('adds a hundred webhooks at a time during a minute, and the others after it', async () => {
    const harness = await createHarness({ webhooks: 1200 });
    for (let second = 0; second < 60; second += 5) {
      harness.countAll();
      await harness.advance(5000);
    }
    const during = await harness.store.count('deliveryStatistics', { webhookId: { not: 0 } });
    expect(during).toBeLessThanOrEqual(12 * 100 + 1200);
    await harness.advance(5000);
    const [...rows] = await harness.store.find('deliveryStatistics', { where: { webhookId: 0 } });
    expect(rows.reduce((sum, { tally }) => sum + tally.attempts.succeeded, 0)).toBe(12 * 1200);
    expect(harness.clock.waiting).toBe(0);
  });

  it('limits its memory while the store refuses the counts, and reports the losses', async () => {
    const harness = await createHarness({ webhooks: 5000, isBroken: true });
    for (let minute = 0; minute < 6; minute += 1) {
      harness.countAll();
      await harness.advance(60_000);
    }
    const last = harness.logger.entries.at(-1);
    expect(last?.details).toMatchObject({ code: 'STORE_FAILED', error: 'The disk is full.', waiting: 20_000 });
    expect(Number(last?.details?.lost)).toBeGreaterThan(0);
    // The first failure, and each loss.
    expect(harness.logger.entries).toHaveLength(3);
  });

  it('does not count a delivery as exhausted that another node has taken over', async () => {
    const harness = await createHarness();
    const attempt = { ...ATTEMPT, webhookId: 1, createdAt: harness.clock.now(), succeeded: false };
    harness.counter.count({ attempt, decision: { kind: 'exhausted' }, late: true });
    harness.counter.count({ attempt, decision: { kind: 'exhausted' }, late: false });
    await harness.counter.flush();
    const [row] = await harness.store.find('deliveryStatistics', { where: { webhookId: 0 } });
    expect(row?.tally.exhausted).toBe(1);
  });
});
