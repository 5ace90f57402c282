import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, type DeliveryEngineOptions } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { transportFailure } from '../../../tests/support/transport-failure.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createInProcessQueue } from '../../adapters/in-process-queue.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { TransportOutcome } from '../../ports/http-transport.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Store } from '../../ports/store/store.ts';
import type { NewRow } from '../../ports/store/tables.ts';

const CAP = 4;
const HOUR = 3_600_000;
const aborted = transportFailure('ABORTED', 'headers');

interface BusyEndpointOptions extends Partial<DeliveryEngineOptions> {
  readonly deliveries?: number;
  readonly delivery?: object;
}

/** An endpoint queue with forty deliveries, of which four are sent at once and responded when the test says. */
async function busyEndpoint({ deliveries = 40, delivery = {}, ...rest }: BusyEndpointOptions = {}) {
  const open: { readonly id: string; readonly respond: (status: number | TransportOutcome) => void }[] = [];
  let most = 0;
  const harness = await createWebhookHarness(
    ({ headers }, signal) =>
      new Promise((resolve) => {
        open.push({ id: headers['webhook-id'] ?? '', respond: resolve });
        most = Math.max(most, open.length);
        signal.addEventListener('abort', () => resolve(aborted));
      }),
    { immediateLeases: false, ...rest },
  );
  const id = await harness.subscribe({ delivery });
  await harness.notify(deliveries);
  await harness.untilIdle();
  const respond = async (count: number, status = 200): Promise<void> => {
    for (const each of open.splice(0, count)) each.respond(status);
    await harness.untilIdle();
  };
  const leased = () => harness.store.count('deliveries', { status: 'leased' });
  return {
    ...harness,
    id,
    open,
    respond,
    leased,
    most: () => most,
    /** Lets the endpoint queue lease ahead: four are sent, and eight wait for them. */
    async getAhead() {
      await respond(CAP);
      expect(open).toHaveLength(CAP);
      expect(await leased()).toBe(3 * CAP);
    },
    /** Responds to everything that is sent until nothing is. */
    async finish(status = 200) {
      for (let round = 0; open.length > 0 && round < 100; round += 1) {
        await respond(1, status);
        await harness.pass(5);
      }
      expect(most).toBeLessThanOrEqual(CAP);
    },
    /** So many are as they were before they were leased. */
    async expectGivenBack(count: number) {
      const untouched = await harness.store.find('deliveries', { where: { status: 'pending', attempts: 0 } });
      expect(untouched).toHaveLength(count);
      for (const each of untouched) {
        expect(each).toMatchObject({ leaseOwner: null, leaseUntil: null, dueAt: each.createdAt });
      }
      const pending = await harness.store.count('deliveries', { status: 'pending' });
      expect(await harness.store.find('endpointQueues')).toMatchObject([{ pending }]);
    },
  };
}

describe('an endpoint queue that is answered quickly', () => {
  it('leases ahead, uses each free permit immediately, and never exceeds its cap', async () => {
    const { getAhead, respond, open, leased, finish, statuses, webhooks } = await busyEndpoint();
    expect(open).toHaveLength(CAP);
    expect(await leased()).toEqual(CAP);
    await getAhead();
    expect((await webhooks.stats(admin)).node?.inFlight).toBe(CAP);
    const before = open.map(({ id }) => id);
    await respond(3);
    expect(open).toHaveLength(CAP);
    expect(open.filter(({ id }) => before.includes(id))).toHaveLength(1);
    await finish();
    expect(await statuses()).toEqual({ succeeded: 40 });
  });

  it('sends each delivery once, in the order of due times', async () => {
    const { getAhead, finish, transport, store } = await busyEndpoint();
    await getAhead();
    await finish();
    const ids = transport.requests.map(({ headers }) => headers['webhook-id']);
    const events = await store.find('events', { orderBy: [['id', 'asc']] });
    expect(ids).toEqual(events.map(({ publicId }) => `${publicId}_1`));
    expect(await store.find('attempts')).toHaveLength(40);
  });

  it('records outcomes after a short delay while leased deliveries keep the receiver busy', async () => {
    const { getAhead, respond, leased, clock, untilIdle, statuses } = await busyEndpoint();
    await getAhead();
    await respond(2);
    expect(await leased()).toBe(3 * CAP);
    clock.advance(3);
    await untilIdle();
    expect(await statuses()).toMatchObject({ succeeded: CAP + 2 });
    expect(await leased()).toBe(3 * CAP - 2);
  });

  it('records an outcome immediately if another endpoint queue is ready', async () => {
    const { getAhead, respond, open, notify, subscribe, untilIdle, statuses } = await busyEndpoint();
    await getAhead();
    await respond(2);
    await subscribe();
    await notify();
    await untilIdle();
    expect(await statuses()).toMatchObject({ succeeded: CAP + 2 });
    expect(open).toHaveLength(CAP + 1);
  });

  it('records outcomes immediately if there are many', async () => {
    const { getAhead, respond, pass, leased, statuses } = await busyEndpoint({ deliveries: 200 });
    await getAhead();
    for (const count of [7, 13, 25]) {
      for (let each = 0; each < count; each += 1) await respond(1);
      await pass(3);
    }
    expect(await leased()).toBe(CAP + 2 * 25);
    const { succeeded = 0 } = await statuses();
    for (let ended = 0; ended < 32; ended += CAP) {
      expect(await statuses()).toMatchObject({ succeeded });
      await respond(CAP);
    }
    expect(await statuses()).toMatchObject({ succeeded: succeeded + 32 });
  });

  it('leaves half of all permits to other endpoint queues', async () => {
    const { getAhead, finish, leased, respond } = await busyEndpoint({ webhooks: { concurrency: 24 } });
    await getAhead();
    await respond(1);
    expect(await leased()).toBeLessThanOrEqual(12);
    await finish();
  });
});

describe('a delivery that is leased ahead is released without an attempt', () => {
  it('when a delivery of the endpoint queue fails; the queue leases nothing ahead until deliveries succeed again', async () => {
    const { getAhead, respond, leased, open, finish, pass, statuses, expectGivenBack } = await busyEndpoint();
    await getAhead();
    await respond(1, 500);
    expect(open).toHaveLength(CAP);
    expect(await leased()).toEqual(CAP);
    await expectGivenBack(40 - 2 * CAP - 1);
    await finish();
    await pass(60_000);
    await finish();
    expect(await statuses()).toEqual({ succeeded: 40 });
  });

  it('when earlier deliveries are not answered, so that another node can send it', async () => {
    const { getAhead, clock, untilIdle, leased, open, expectGivenBack, finish, statuses } = await busyEndpoint();
    await getAhead();
    clock.advance(249);
    await untilIdle();
    expect(await leased()).toBe(3 * CAP);
    clock.advance(1);
    await untilIdle();
    expect(open).toHaveLength(CAP);
    expect(await leased()).toEqual(CAP);
    await expectGivenBack(40 - 2 * CAP);
    await finish();
    expect(await statuses()).toEqual({ succeeded: 40 });
  });

  it.each([
    ['paused', 'held'],
    ['deleted', 'cancelled'],
  ])('in the next batch after the webhook was %s: it is then %s', async (change, status) => {
    const { getAhead, webhooks, id, respond, pass, finish, statuses, transport } = await busyEndpoint();
    await getAhead();
    if (change === 'deleted') await webhooks.remove(admin, id);
    else await webhooks.update(admin, id, { paused: true });
    await respond(3);
    await pass(3);
    await finish();
    const sent = 2 * CAP + 3;
    expect(transport.requests).toHaveLength(sent);
    expect(await statuses()).toEqual({ succeeded: sent, [status]: 40 - sent });
  });

  it.each([
    ['other nodes were asked for time', { quietUntil: Number.MAX_SAFE_INTEGER }],
    ['the receiver is to be tried', { breakerUntil: 1, breakerStep: 1 }],
    ['the webhook got a limit over all nodes', { options: { maxInFlight: CAP } }],
    ['the webhook got a rate', { options: { ratePerSecond: 1000 } }],
  ])('in the next batch after %s', async (_, patch) => {
    const { getAhead, store, id, respond, pass, leased, open } = await busyEndpoint();
    await getAhead();
    await store.update('webhooks', { id }, patch);
    await respond(3);
    await pass(3);
    expect(open).toHaveLength(CAP);
    expect(await leased()).toEqual(CAP);
  });

  it('and is sent as soon as permitted, even with slow wake-ups', async () => {
    const clock = createFakeClock();
    const queue = createInProcessQueue({ clock });
    const wake: JobQueue['wake'] = async (wakeup) => {
      clock.after(2000, () => void queue.wake(wakeup));
    };
    const { pass, getAhead, respond, finish, transport } = await busyEndpoint({
      clock,
      queue: { ...queue, wake },
      deliveries: 16,
    });
    await pass(2000);
    await getAhead();
    await respond(1, 500);
    const from = clock.monotonic();
    await finish();
    expect(transport.requests).toHaveLength(16);
    expect(clock.monotonic() - from).toBeLessThan(200);
  });

  it('even if the clock jumps back', async () => {
    const { getAhead, clock, untilIdle, leased } = await busyEndpoint();
    await getAhead();
    clock.jump(-HOUR);
    clock.advance(250);
    await untilIdle();
    expect(await leased()).toBe(CAP);
  });

  it('when the receiver sends Retry-After', async () => {
    const { getAhead, open, untilIdle, leased, transport, expectGivenBack } = await busyEndpoint();
    await getAhead();
    open.splice(0, 1)[0]?.respond({
      kind: 'response',
      statusCode: 429,
      headers: { 'retry-after': '600' },
      body: new Uint8Array(),
      bodyBytes: 0,
      truncated: false,
      timing: { totalMs: 1 },
    });
    await untilIdle();
    expect(await leased()).toBe(CAP - 1);
    expect(transport.requests).toHaveLength(2 * CAP);
    await expectGivenBack(40 - 2 * CAP);
  });

  it.each([0, 5000])('at a shutdown that waits for %d ms', async (deadlineMs) => {
    const { getAhead, dispatcher, respond, untilIdle, store, transport, expectGivenBack, statuses } =
      await busyEndpoint();
    await getAhead();
    const drained = dispatcher.drain(deadlineMs);
    await untilIdle();
    if (deadlineMs > 0) await respond(CAP);
    await drained;
    const sent = deadlineMs > 0 ? 2 * CAP : CAP;
    expect(await statuses()).toEqual({ succeeded: sent, pending: 40 - sent });
    expect(transport.requests).toHaveLength(2 * CAP);
    await expectGivenBack(40 - sent);
    expect(await store.count('attempts', { succeeded: true })).toBe(sent);
  });
});

it('a delivery that is leased ahead stays leased while another node locks the endpoint queue', async () => {
  const store = createMemoryStore();
  let locked = false;
  const skipping = overrideStore(store, {
    transaction: (work, options) =>
      store.allTenants.transaction(
        (transaction) =>
          work({
            ...transaction,
            find: (table, query) =>
              locked && query?.lock === 'skip-locked' ? Promise.resolve([]) : transaction.find(table, query),
          }),
        options,
      ),
  });
  const { getAhead, respond, pass, leased, open, finish, statuses } = await busyEndpoint({ store: skipping });
  await getAhead();
  locked = true;
  await respond(3);
  await pass(3);
  locked = false;
  expect(open).toHaveLength(CAP);
  expect(await leased()).toBe(3 * CAP - 3);
  await finish();
  await pass(1000);
  await finish();
  expect(await statuses()).toEqual({ succeeded: 40 });
});

describe('nothing is leased ahead', () => {
  it.each([{ maxInFlight: CAP }, { ratePerSecond: 1000 }])('of a webhook with %o', async (delivery) => {
    const { respond, leased, finish, statuses } = await busyEndpoint({ delivery });
    for (let round = 0; round < 3; round += 1) {
      await respond(1);
      expect(await leased()).toBeLessThanOrEqual(CAP);
    }
    await finish();
    expect(await statuses()).toEqual({ succeeded: 40 });
  });

  it('of a webhook in order', async () => {
    const { respond, leased, finish, statuses, most } = await busyEndpoint({ delivery: { ordered: true } });
    await respond(1);
    expect(await leased()).toBe(1);
    await finish();
    expect(await statuses()).toEqual({ succeeded: 40 });
    expect(most()).toBe(1);
  });

  it.each([
    ['retries are switched off', { webhookAutomaticRetry: false }],
    ['the schedule is empty', { webhookRetrySchedule: [] }],
  ])('where %s: a process that dies would lose it unsent', async (_, settings) => {
    const { respond, leased } = await busyEndpoint({ settings });
    await respond(CAP);
    expect(await leased()).toBe(CAP);
  });

  it('for the probe of an open breaker, which is sent immediately or not leased', async () => {
    const { getAhead, store, id, respond, pass, open, leased } = await busyEndpoint();
    await getAhead();
    await store.update('webhooks', { id }, { breakerUntil: 1, breakerStep: 1 });
    await respond(3);
    await pass(3);
    expect(open).toHaveLength(CAP);
    expect(await leased()).toEqual(CAP);
    expect(await store.find('webhooks')).toMatchObject([{ breakerUntil: 1 }]);
    await respond(1);
    await pass(3);
    expect(open).toHaveLength(CAP);
    expect(await leased()).toEqual(CAP);
    expect((await store.find('webhooks'))[0]?.breakerUntil).toBeGreaterThan(1);
  });

  it('for a receiver that responds slowly', async () => {
    const { clock, respond, leased, untilIdle } = await busyEndpoint();
    clock.advance(51);
    await respond(CAP);
    await untilIdle();
    expect(await leased()).toBe(CAP);
  });
});

it('a waiting delivery is sent before its manual retry', async () => {
  const { getAhead, respond, pass, open, store, webhooks, transport, untilIdle, id } = await busyEndpoint();
  await getAhead();
  const [{ eventId } = { eventId: 0 }] = await store.find('deliveries', {
    where: { status: 'leased' },
    orderBy: [['id', 'desc']],
    limit: 1,
  });
  const retried = webhooks.retry(admin, await recordOf(store, eventId));
  await untilIdle();
  expect(transport.requests).toHaveLength(2 * CAP);
  while (open.length > 0) {
    await respond(1);
    await pass(5);
  }
  await retried;
  const [event] = await store.find('events', { where: { id: eventId } });
  const copies = transport.requests.filter(({ headers }) => headers['webhook-id'] === `${event?.publicId}_${id}`);
  expect(copies).toHaveLength(2);
});

/** A failed record of a delivery that waits, as an earlier attempt of it leaves. */
async function recordOf(store: Store, eventId: number): Promise<number> {
  const [delivery] = await store.find('deliveries', { where: { eventId } });
  const [{ id: _, ...record } = { id: 0 }] = await store.find('attempts', { limit: 1 });
  const earlier = { ...record, eventId, deliveryId: delivery?.id ?? null, succeeded: false };
  return (await store.insert('attempts', earlier as NewRow<'attempts'>)).id;
}
