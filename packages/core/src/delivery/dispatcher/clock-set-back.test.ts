import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { transportFailure } from '../../../tests/support/transport-failure.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { TransportOutcome } from '../../ports/http-transport.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const refused = transportFailure('ECONNREFUSED', 'connect');

describe('after a clock that was ahead by an hour is set back', () => {
  it('a delivery that was published before and waits for a permit is sent immediately', async () => {
    const responses: (() => void)[] = [];
    const { clock, subscribe, notify, untilIdle, transport, statuses } = await createWebhookHarness(
      () => new Promise((resolve) => responses.push(() => resolve(200))),
    );
    await subscribe();
    clock.jump(HOUR);
    await notify(6);
    await untilIdle();
    expect(transport.requests).toHaveLength(4);
    clock.jump(-HOUR);
    for (let round = 0; round < 4; round += 1) {
      for (const respond of responses.splice(0)) respond();
      await untilIdle();
    }
    expect(await statuses()).toEqual({ succeeded: 6 });
  });

  it('a delivery that failed before is retried after the delay of the schedule', async () => {
    let status = 500;
    const { clock, subscribe, notify, untilIdle, pass, transport } = await createWebhookHarness(() => status);
    await subscribe();
    clock.jump(HOUR);
    await notify();
    await untilIdle();
    clock.jump(-HOUR);
    status = 200;
    await pass(3900);
    expect(transport.requests).toHaveLength(1);
    await pass(2200);
    expect(transport.requests).toHaveLength(2);
  });

  it('a new notification makes the other deliveries of its webhook due as well', async () => {
    let status = 500;
    const { clock, subscribe, notify, untilIdle, pass, statuses } = await createWebhookHarness(() => status);
    await subscribe();
    clock.jump(HOUR);
    await notify(2);
    await untilIdle();
    clock.jump(-HOUR);
    status = 200;
    await notify();
    await untilIdle();
    expect(await statuses()).toEqual({ pending: 2, succeeded: 1 });
    await pass(7000);
    expect(await statuses()).toEqual({ succeeded: 3 });
  });

  it('a breaker that opened before closes after its time', async () => {
    let outcome: TransportOutcome | number = refused;
    const { clock, store, subscribe, notify, untilIdle, pass, statuses } = await createWebhookHarness(() => outcome);
    await subscribe();
    clock.jump(HOUR);
    await notify(12);
    await untilIdle();
    const [webhook] = await store.find('webhooks');
    expect(webhook?.breakerUntil).toBeGreaterThan(clock.now());
    clock.jump(-HOUR);
    outcome = 200;
    await pass(MINUTE);
    expect(await statuses()).toEqual({ succeeded: 12 });
  });

  it('a receiver that sent Retry-After before gets that delay, and no longer one', async () => {
    let response: TransportOutcome | number = {
      kind: 'response',
      statusCode: 503,
      headers: { 'retry-after': '120' },
      body: Buffer.alloc(0),
      bodyBytes: 0,
      truncated: false,
      timing: { totalMs: 1 },
    };
    const { clock, subscribe, notify, untilIdle, pass, transport } = await createWebhookHarness(() => response);
    await subscribe();
    clock.jump(HOUR);
    await notify();
    await untilIdle();
    clock.jump(-HOUR);
    response = 200;
    await pass(119_000);
    expect(transport.requests).toHaveLength(1);
    await pass(2000);
    expect(transport.requests).toHaveLength(2);
  });

  it('a process that starts afterwards immediately claims the deliveries of another one', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const first = await createWebhookHarness(() => new Promise(() => {}), { store, clock });
    await first.subscribe();
    clock.jump(HOUR);
    await first.notify(6);
    await first.untilIdle();
    clock.jump(-HOUR);
    const second = await createWebhookHarness(() => 200, { store, clock, nodeId: 'node-2', seed: 2 });
    await second.untilIdle();
    expect(await second.statuses()).toEqual({ succeeded: 6 });
  });

  it('a lease of a node that is dead lasts no longer than others', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const dead = await createWebhookHarness(() => new Promise(() => {}), { store, clock });
    await dead.subscribe();
    clock.jump(HOUR);
    await dead.notify();
    await dead.untilIdle();
    clock.jump(-HOUR);
    const shared = overrideStore(store, { shared: true });
    const second = await createWebhookHarness(() => 200, { store: shared, clock, nodeId: 'node-2', seed: 2 });
    await second.untilIdle();
    expect(await second.statuses()).toEqual({ leased: 1 });
    await second.pass(MINUTE);
    expect(await second.statuses()).toEqual({ succeeded: 1 });
  });

  it('an endpoint queue with a rate limit continues at its rate', async () => {
    const { clock, subscribe, notify, untilIdle, pass, transport } = await createWebhookHarness(() => 200, {
      immediateLeases: false,
    });
    await subscribe({ delivery: { ratePerSecond: 1 } });
    clock.jump(HOUR);
    await notify(3);
    await untilIdle();
    clock.jump(-HOUR);
    await pass(10_000);
    expect(transport.requests).toHaveLength(3);
  });

  it('a delivery that was scheduled before is not sent early', async () => {
    let status = 500;
    const { clock, subscribe, notify, untilIdle, pass, transport } = await createWebhookHarness(() => status);
    await subscribe();
    await notify();
    await untilIdle();
    await pass(7000);
    expect(transport.requests).toHaveLength(2);
    clock.jump(HOUR);
    clock.jump(-HOUR);
    status = 200;
    await notify();
    await untilIdle();
    await pass(3 * MINUTE);
    expect(transport.requests).toHaveLength(3);
    await pass(4 * MINUTE);
    expect(transport.requests).toHaveLength(4);
  });
});
