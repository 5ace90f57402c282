import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { createWebhookBench } from '../../../tests/webhook-bench.ts';

const HOUR = 3_600_000;

async function createFailing() {
  const receiver = { response: 404 };
  const bench = await createWebhookBench(() => receiver.response, { settings: { webhookRetrySchedule: [1000] } });
  const id = await bench.subscribe();
  const since = new Date(bench.clock.now()).toISOString();
  return { ...bench, receiver, id, since };
}

describe('recovering', () => {
  it('sends exhausted deliveries again, oldest first, with a new schedule and continued numbers', async () => {
    const bench = await createFailing();
    await bench.notify(3);
    await bench.pass(5000);
    expect(await bench.statuses()).toEqual({ exhausted: 3 });
    expect(await bench.webhooks.recover(admin, bench.id, { since: bench.since })).toEqual({ recovered: 3 });
    await bench.untilIdle();
    bench.receiver.response = 200;
    await bench.pass(5000);
    expect(await bench.statuses()).toEqual({ succeeded: 3 });
    const attempts = await bench.store.find('attempts', { where: { deliveryId: 1 } });
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(await bench.webhooks.recover(admin, bench.id, { since: bench.since })).toEqual({ recovered: 0 });
  });

  it('omits deliveries outside of the period, delivered manually, or beyond the limit', async () => {
    const bench = await createFailing();
    await bench.notify(2);
    await bench.pass(HOUR);
    const later = new Date(bench.clock.now()).toISOString();
    await bench.notify(4);
    await bench.pass(HOUR);
    bench.receiver.response = 200;
    const { records } = await bench.webhooks.history(admin, { includeGlobal: 'true' });
    await bench.webhooks.retry(admin, records[0]?.id as number);
    expect(await bench.webhooks.recover(admin, bench.id, { since: later, limit: 2 })).toEqual({ recovered: 2 });
    expect(await bench.webhooks.recover(admin, bench.id, { since: later })).toEqual({ recovered: 1 });
    const until = later;
    expect(await bench.webhooks.recover(admin, bench.id, { since: bench.since, until })).toEqual({ recovered: 2 });
    await bench.pass(1000);
    expect(await bench.statuses()).toEqual({ succeeded: 6 });
  });

  it('waits until a paused webhook is resumed', async () => {
    const bench = await createFailing();
    await bench.notify();
    await bench.pass(5000);
    await bench.webhooks.update(admin, bench.id, { paused: true });
    expect(await bench.webhooks.recover(admin, bench.id, { since: bench.since })).toEqual({ recovered: 1 });
    expect(await bench.statuses()).toEqual({ held: 1 });
    bench.receiver.response = 200;
    await bench.webhooks.update(admin, bench.id, { paused: false });
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ succeeded: 1 });
  });

  it('needs a time', async () => {
    const bench = await createFailing();
    expect((await refusalOf(bench.webhooks.recover(admin, bench.id, {}))).code).toBe('BODY_INVALID');
    expect((await refusalOf(bench.webhooks.recover(admin, bench.id, { since: 'yesterday' }))).code).toBe(
      'BODY_INVALID',
    );
  });
});
