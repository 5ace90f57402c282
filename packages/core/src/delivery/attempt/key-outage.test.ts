import { describe, expect, it } from 'vitest';
import { admin, TEST_KEY } from '../../../tests/delivery-engine.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';

const DAY = 86_400_000;

/** A webhook whose secret is sealed with a key that is not available while `isDown`. */
async function setUp() {
  const state = { isDown: false, current: 'test' };
  const harness = await createWebhookHarness(() => 200, {
    secretKeys: {
      get currentKeyId() {
        return state.current;
      },
      key: async () => {
        if (state.isDown) throw new Error('The key management service does not respond.');
        return TEST_KEY;
      },
    },
    settings: { webhookAutomaticRetry: false },
  });
  const id = await harness.subscribe({ secret: 's' });
  return { ...harness, state, id, failures: harness.emitted('background.error') };
}

const HEALTHY = { state: 'active', consecutiveFailures: 0, outageFailures: 0, failingSince: null, breakerUntil: null };

describe('a delivery whose key is not available', () => {
  it('waits, and does not count against its receiver', async () => {
    const { state, notify, pass, statuses, store, transport } = await setUp();
    state.isDown = true;
    await notify(20);
    await pass(600_000);
    expect(transport.requests).toEqual([]);
    expect(await store.find('attempts')).toEqual([]);
    expect(await store.find('webhooks')).toMatchObject([HEALTHY]);
    state.isDown = false;
    await pass(31_000);
    expect(await statuses()).toEqual({ succeeded: 20 });
    expect(transport.requests).toHaveLength(20);
  });

  it('is tried again every thirty seconds, with the others of its endpoint, and does not occupy a permit', async () => {
    const { state, subscribe, notify, pass, store, transport } = await setUp();
    await subscribe({ name: 'unsigned', url: 'https://unsigned.example/' });
    state.isDown = true;
    await notify(100);
    await pass(10_000);
    expect(transport.requests).toHaveLength(100);
    await pass(290_000);
    const leases = (await store.find('deliveries')).map(({ leaseGeneration, status }) =>
      status === 'pending' ? leaseGeneration : 0,
    );
    expect(leases.reduce((sum, count) => sum + count)).toBeLessThan(100);
  });

  it('is reported four times an hour', async () => {
    const { state, notify, pass, failures, logger } = await setUp();
    state.isDown = true;
    await notify(20);
    await pass(14 * 60_000);
    expect(failures).toMatchObject([{ task: 'sign', message: expect.stringContaining('"test"') }]);
    await pass(46 * 60_000);
    expect(failures).toHaveLength(4);
    const message = 'Deliveries wait because the key of their secret is not available.';
    expect(logger.entries.filter((entry) => entry.message === message)).toHaveLength(4);
  });

  it('is reported for each key', async () => {
    const { notify, subscribe, pass, state, logger } = await setUp();
    state.current = 'other';
    await subscribe({ name: 'other', url: 'https://other.example/', secret: 's' });
    state.isDown = true;
    await notify();
    await pass(60_000);
    const reported = logger.entries.filter(({ message }) => message.startsWith('Deliveries wait'));
    expect(reported.map(({ details }) => details?.keyId).sort()).toEqual(['other', 'test']);
  });

  it('fails with the code of the missing key after a day, since the key may have been destroyed', async () => {
    const { state, id, clock, notify, pass, statuses, store, webhooks } = await setUp();
    state.isDown = true;
    await notify();
    clock.jump(DAY - 120_000);
    await pass(60_000);
    expect(await statuses()).toEqual({ pending: 1 });
    await pass(120_000);
    expect(await statuses()).toEqual({ exhausted: 1 });
    expect(await store.find('attempts')).toMatchObject([{ errorCode: 'SECRET_KEY_UNKNOWN' }]);
    expect(await store.find('webhooks')).toMatchObject([HEALTHY]);
    state.isDown = false;
    const { records } = await webhooks.historyOf(admin, id, {});
    expect(await webhooks.retry(admin, Number(records[0]?.id))).toMatchObject({ statusCode: 200 });
  });

  it('fails at once if it is a manual retry', async () => {
    const { state, id, notify, untilIdle, pass, webhooks } = await setUp();
    await notify();
    await untilIdle();
    await pass(20_000);
    state.isDown = true;
    const { records } = await webhooks.historyOf(admin, id, {});
    expect(await webhooks.retry(admin, Number(records[0]?.id))).toMatchObject({ statusCode: 500 });
  });
});

it('a corrupted secret does not count against the receiver', async () => {
  const { id, notify, untilIdle, store } = await setUp();
  await store.update('secrets', { owner: `webhook:${id}` }, { sealed: new Uint8Array(64) });
  await notify(20);
  await untilIdle();
  expect(await store.count('attempts', { errorCode: 'SECRET_CORRUPTED' })).toBe(20);
  expect(await store.find('webhooks')).toMatchObject([HEALTHY]);
});
