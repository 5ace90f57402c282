import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NO_DESCRIPTOR = {
  kind: 'failure',
  code: 'EMFILE',
  phase: 'local',
  connect: true,
  timing: { totalMs: 1 },
} as const;
const HEALTHY = { state: 'active', consecutiveFailures: 0, outageFailures: 0, failingSince: null, breakerUntil: null };

/** A webhook on a machine that has no free file descriptor while `isShort`. */
async function setUp() {
  const state = { isShort: true };
  const harness = await createWebhookHarness(() => (state.isShort ? NO_DESCRIPTOR : 200), {
    settings: { webhookAutomaticRetry: false },
  });
  return { ...harness, state, id: await harness.subscribe(), failures: harness.emitted('background.error') };
}

describe('a delivery on a machine without a free file descriptor', () => {
  it('waits, and does not count against its receiver', async () => {
    const { state, notify, pass, statuses, store } = await setUp();
    await notify(20);
    await pass(60_000);
    expect(await store.find('attempts')).toEqual([]);
    expect(await store.find('webhooks')).toMatchObject([HEALTHY]);
    state.isShort = false;
    await pass(2000);
    expect(await statuses()).toEqual({ succeeded: 20 });
    expect(await store.count('attempts', {})).toBe(20);
  });

  it('is sent again once a second', async () => {
    const { notify, pass, transport } = await setUp();
    await notify();
    await pass(10_500);
    expect(transport.requests.length).toBeGreaterThan(8);
    expect(transport.requests.length).toBeLessThan(13);
  });

  it('is reported once in fifteen minutes, with a remedy', async () => {
    const { notify, pass, failures, logger } = await setUp();
    await notify(2);
    await pass(14 * 60_000);
    expect(failures).toMatchObject([{ task: 'send', code: 'EMFILE' }]);
    await pass(2 * 60_000);
    expect(failures).toHaveLength(2);
    const reported = logger.entries.filter(({ message }) => message.startsWith('Deliveries wait'));
    expect(reported).toHaveLength(2);
    expect(reported[0]?.details).toMatchObject({ code: 'EMFILE', help: expect.stringContaining('ulimit -n') });
  });

  it('fails with the code after a day', async () => {
    const { clock, notify, pass, statuses, store } = await setUp();
    await notify();
    clock.jump(DAY - 120_000);
    await pass(60_000);
    expect(await store.find('attempts')).toEqual([]);
    await pass(120_000);
    expect(await statuses()).toEqual({ exhausted: 1 });
    expect(await store.find('attempts')).toMatchObject([{ errorCode: 'EMFILE', errorPhase: 'local' }]);
    expect(await store.find('webhooks')).toMatchObject([HEALTHY]);
  });

  it('fails at once if it is a manual retry', async () => {
    const { state, id, notify, pass, webhooks } = await setUp();
    state.isShort = false;
    await notify();
    await pass(20_000);
    state.isShort = true;
    const { records } = await webhooks.historyOf(admin, id, {});
    expect(await webhooks.retry(admin, Number(records[0]?.id))).toMatchObject({ statusCode: 500 });
  });
});
