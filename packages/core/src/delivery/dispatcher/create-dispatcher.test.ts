import { createFakeClock, createFakeTransport, type FakeResponse } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine, type DeliveryEngineOptions } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { TransportOutcome, TransportRequest } from '../../ports/http-transport.ts';
import type { DeliveryEvents } from '../events/delivery-events.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const timing = { totalMs: 1 };
const refused: TransportOutcome = { kind: 'failure', code: 'ECONNREFUSED', phase: 'connect', connect: true, timing };

/** Does not respond until the attempt is given up. */
const untilAborted: FakeResponse = (_, signal) =>
  new Promise((resolve) =>
    signal.addEventListener('abort', () =>
      resolve({ kind: 'failure', code: 'ABORTED', phase: 'headers', connect: false, timing }),
    ),
  );

async function createEngine(response: FakeResponse, options: Partial<DeliveryEngineOptions> = {}) {
  const transport = createFakeTransport(response);
  const engine = await createDeliveryEngine({ transport, ...options });
  const subscribe = async (overrides: Readonly<Record<string, unknown>> = {}) => {
    const { createdWebhooks } = await engine.webhooks.create(admin, { webhooks: [webhookBody(overrides)] });
    return createdWebhooks[0]?.id as number;
  };
  const attempted: DeliveryEvents['delivery.attempted'][] = [];
  engine.events.on('delivery.attempted', (event) => attempted.push(event));
  return { ...engine, transport, subscribe, attempted };
}

const bodyOf = (request: TransportRequest | undefined) => Buffer.from(request?.body ?? []).toString();

describe('a delivery', () => {
  it('is a POST of text, metadata, webhookId and webhookName, recorded with the response', async () => {
    const { notifications, store, subscribe, untilIdle, transport, attempted } = await createEngine(() => ({
      kind: 'response',
      statusCode: 202,
      headers: { 'x-a': 'b' },
      body: Buffer.from('ok'),
      bodyBytes: 2,
      truncated: false,
      timing: { totalMs: 12, remoteAddress: '192.0.2.1', reusedSocket: false },
    }));
    const id = await subscribe({ name: 'Audit "log"' });
    const { eventId } = await notifications.notify(tag);
    await untilIdle();
    const [request] = transport.requests;
    expect(request).toMatchObject({ url: 'https://hooks.example.com/in', method: 'POST', deadlineMs: 10_000 });
    expect(bodyOf(request)).toBe(
      `{"text":"Someone created the tag PII.","metadata":{"tagName":"PII","notificationType":"tagCreated"},"webhookId":${id},"webhookName":"Audit \\"log\\""}`,
    );
    const [attempt] = await store.find('attempts');
    expect(attempt).toMatchObject({
      eventId,
      webhookId: id,
      kind: 'tagCreated',
      trigger: 'automatic',
      number: 1,
      succeeded: true,
      statusCode: 202,
      response: { body: 'ok', headers: { 'x-a': 'b' } },
      details: { totalMs: 12, remoteAddress: '192.0.2.1', truncated: false },
    });
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 1, lastStatusCode: 202 }]);
    expect(await store.find('endpointQueues')).toMatchObject([{ pending: 0, nextDueAt: null }]);
    const facts = { webhookId: id, eventId, kind: 'tagCreated', number: 1, statusCode: 202, succeeded: true };
    expect(attempted).toEqual([{ attemptId: attempt?.id, ...facts }]);
  });

  it('that is not answered in time is recorded with the documented code', async () => {
    const { notifications, store, subscribe, untilIdle } = await createEngine(
      () => ({ kind: 'failure', code: 'ESOCKETTIMEDOUT', phase: 'headers', connect: false, timing }),
      { settings: { webhookAutomaticRetry: false } },
    );
    await subscribe();
    await notifications.notify(tag);
    await untilIdle();
    expect(await store.find('attempts')).toMatchObject([
      { statusCode: 500, succeeded: false, response: { body: { code: 'ESOCKETTIMEDOUT', connect: false } } },
    ]);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'exhausted', attempts: 1 }]);
  });

  it('has the deadline of the current settings', async () => {
    const { notifications, subscribe, untilIdle, transport } = await createEngine(() => 200, {
      settings: { webhookDeadlineMs: 2500 },
    });
    await subscribe();
    await notifications.notify(tag);
    await untilIdle();
    expect(transport.requests[0]?.deadlineMs).toBe(2500);
  });

  it('whose secret cannot be opened fails with that code and is not sent', async () => {
    const { notifications, store, subscribe, untilIdle, transport } = await createEngine(() => 200);
    const id = await subscribe({ secret: 's' });
    await store.update('secrets', { owner: `webhook:${id}` }, { sealed: new Uint8Array(64) });
    await notifications.notify(tag);
    await untilIdle();
    expect(transport.requests).toEqual([]);
    expect(await store.find('attempts')).toMatchObject([{ succeeded: false, errorCode: 'SECRET_CORRUPTED' }]);
  });
});

describe('automatic retry', () => {
  it('repeats the same bytes under the same id and a new timestamp, by the schedule, until it succeeds', async () => {
    let failures = 3;
    const { notifications, store, subscribe, pass, transport, attempted } = await createEngine(() =>
      failures-- > 0 ? refused : 200,
    );
    await subscribe({ secret: 's' });
    await notifications.notify(tag);
    await pass(DAY);
    const { requests } = transport;
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(bodyOf)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(new Set(requests.map(({ headers }) => headers['webhook-signature'])).size).toBe(4);
    const attempts = await store.find('attempts');
    expect(attempts.map(({ number, succeeded }) => [number, succeeded])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
    const waits = attempts.slice(1).map(({ startedAt }, index) => startedAt - (attempts[index]?.startedAt ?? 0));
    for (const [index, planned] of [5000, 5 * MINUTE, 30 * MINUTE].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(planned * 0.8);
      expect(waits[index]).toBeLessThanOrEqual(planned * 1.2 + 2);
    }
    expect(attempted.map(({ willRetryAt }) => willRetryAt)).toEqual([
      ...attempts.slice(1).map(({ startedAt }) => startedAt),
      undefined,
    ]);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 4 }]);
  });

  it('ends with the schedule', async () => {
    const { notifications, store, subscribe, pass, clock, transport } = await createEngine(() => 500, {
      settings: { webhookRetrySchedule: [1000, 2000] },
    });
    await subscribe();
    await notifications.notify(tag);
    await pass(DAY);
    expect(transport.requests).toHaveLength(3);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'exhausted', attempts: 3, lastStatusCode: 500 }]);
    expect(clock.waiting).toBe(0);
  });

  it('waits as long as the receiver requests', async () => {
    const response = {
      kind: 'response',
      statusCode: 503,
      headers: { 'retry-after': '600' },
      body: new Uint8Array(),
      bodyBytes: 0,
      truncated: false,
      timing,
    } as const;
    const { notifications, subscribe, pass, transport } = await createEngine(() => response);
    await subscribe();
    await notifications.notify(tag);
    await pass(599_000);
    expect(transport.requests).toHaveLength(1);
    await pass(2000);
    expect(transport.requests).toHaveLength(2);
  });

  it('stops after 410 Gone: the webhook is disabled, and waiting deliveries are kept', async () => {
    const { notifications, webhooks, store, subscribe, pass, transport } = await createEngine(({ headers }) =>
      headers['webhook-id'] === transportIds[0] ? 410 : 500,
    );
    const transportIds: (string | undefined)[] = [];
    const id = await subscribe();
    await notifications.notify(tag);
    await pass(1);
    transportIds.push(transport.requests[0]?.headers['webhook-id']);
    await notifications.notify(tag);
    await pass(10_000);
    expect(await webhooks.get(admin, id)).toMatchObject({
      delivery: { state: 'disabled', reason: 'The receiver returned 410 Gone.', pending: 0 },
    });
    const sent = transport.requests.length;
    await notifications.notify(tag);
    await pass(DAY);
    expect(transport.requests).toHaveLength(sent);
    const deliveries = await store.find('deliveries');
    expect(deliveries.map(({ status }) => status)).toEqual(['exhausted', 'held', 'held']);
  });

  it('keeps count of failures in a row, until one succeeds', async () => {
    let status = 500;
    const { notifications, webhooks, store, subscribe, untilIdle } = await createEngine(() => status);
    const id = await subscribe();
    for (let time = 0; time < 3; time += 1) {
      await notifications.notify(tag);
      await untilIdle();
    }
    expect((await webhooks.get(admin, id)).delivery.consecutiveFailures).toBe(3);
    expect((await store.find('webhooks'))[0]?.failingSince).not.toBeNull();
    status = 200;
    await notifications.notify(tag);
    await untilIdle();
    expect((await webhooks.get(admin, id)).delivery.consecutiveFailures).toBe(0);
    expect((await store.find('webhooks'))[0]?.failingSince).toBeNull();
  });
});

describe('deleting a webhook', () => {
  it('cancels waiting deliveries, and records those in flight without a retry', async () => {
    const releases: ((status: number) => void)[] = [];
    const { notifications, webhooks, store, subscribe, untilIdle, pass, transport } = await createEngine(
      () => new Promise((resolve) => releases.push(resolve)),
    );
    const id = await subscribe();
    for (let time = 0; time < 6; time += 1) await notifications.notify(tag);
    await untilIdle();
    expect(transport.requests).toHaveLength(4);
    await webhooks.remove(admin, id);
    for (const release of releases) release(500);
    await pass(DAY);
    expect(transport.requests).toHaveLength(4);
    expect(await store.count('attempts', {})).toBe(4);
    expect(await store.count('deliveries', { status: 'cancelled' })).toBe(6);
    expect(await store.find('endpointQueues')).toEqual([]);
    expect(await store.find('secrets')).toEqual([]);
  });
});

describe('shutting down', () => {
  it('waits for deliveries in flight', async () => {
    let release!: (status: number) => void;
    const { notifications, store, subscribe, untilIdle, dispatcher } = await createEngine(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    await subscribe();
    await notifications.notify(tag);
    await untilIdle();
    const drained = dispatcher.drain(5000);
    release(200);
    await drained;
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded' }]);
  });

  it('aborts deliveries in flight at its deadline, and requeues them without counting the attempt', async () => {
    const { notifications, store, subscribe, untilIdle, dispatcher, clock } = await createEngine(untilAborted);
    await subscribe();
    await notifications.notify(tag);
    await untilIdle();
    const drained = dispatcher.drain(5000);
    await untilIdle();
    clock.advance(5000);
    await drained;
    expect(await store.find('deliveries')).toMatchObject([{ status: 'pending', attempts: 0, leaseOwner: null }]);
    expect(await store.find('endpointQueues')).toMatchObject([{ pending: 1 }]);
    expect(await store.find('attempts')).toMatchObject([{ errorCode: 'ABORTED', succeeded: false }]);
    await notifications.notify(tag);
    await untilIdle();
    expect(await store.count('deliveries', { status: 'pending' })).toBe(2);
  });

  it('leaves the probe of an open breaker to other nodes if its own probe was aborted', async () => {
    const { notifications, store, subscribe, untilIdle, dispatcher, clock } = await createEngine(untilAborted);
    const id = await subscribe();
    await store.update('webhooks', { id }, { breakerUntil: 1, breakerStep: 1 });
    await notifications.notify(tag);
    await untilIdle();
    expect((await store.find('webhooks'))[0]?.breakerUntil).toBeGreaterThan(clock.now());
    await dispatcher.drain(0);
    expect(await store.find('webhooks')).toMatchObject([{ breakerUntil: clock.now(), breakerStep: 1 }]);
  });

  it('does not wait for a transport that ignores its signal', async () => {
    const { notifications, subscribe, untilIdle, dispatcher, clock } = await createEngine(() => new Promise(() => {}));
    await subscribe();
    await notifications.notify(tag);
    await untilIdle();
    const drained = dispatcher.drain(1000);
    await untilIdle();
    clock.advance(3000);
    await drained;
  });

  it('does not wait for a store that fails', async () => {
    const store = createMemoryStore();
    let broken = false;
    const transaction: typeof store.allTenants.transaction = (work) =>
      broken ? Promise.reject(new Error('disk full')) : store.allTenants.transaction(work);
    let release!: (status: number) => void;
    const { notifications, subscribe, untilIdle, dispatcher } = await createEngine(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
      { store: overrideStore(store, { transaction }) },
    );
    await subscribe();
    await notifications.notify(tag);
    await untilIdle();
    broken = true;
    const drained = dispatcher.drain(5000);
    release(200);
    await drained;
    expect(await store.count('deliveries', { status: 'leased' })).toBe(1);
  });
});

it('a node that stops during an outage of the store tries once more at once, and does not wait', async () => {
  const store = createMemoryStore();
  let broken = false;
  const transaction: typeof store.allTenants.transaction = (work) =>
    broken ? Promise.reject(new Error('disk full')) : store.allTenants.transaction(work);
  let release!: (status: number) => void;
  const send = () => new Promise<number>((resolve) => (release = resolve));
  const { notifications, subscribe, untilIdle, dispatcher } = await createEngine(send, {
    store: overrideStore(store, { transaction }),
  });
  await subscribe();
  await notifications.notify(tag);
  await untilIdle();
  broken = true;
  release(200);
  await untilIdle();
  broken = false;
  // The clock does not advance: timers do not keep a process alive.
  await dispatcher.drain(5000);
  expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded' }]);
});

describe('a store that fails for a while', () => {
  it('loses nothing: outcomes are recorded and claims continue when it is available again', async () => {
    const store = createMemoryStore();
    let broken = false;
    const transaction: typeof store.allTenants.transaction = (work) =>
      broken ? Promise.reject(new Error('disk full')) : store.allTenants.transaction(work);
    const releases: ((status: number) => void)[] = [];
    const errors: string[] = [];
    const engine = await createEngine(() => new Promise((resolve) => releases.push(resolve)), {
      store: overrideStore(store, { transaction }),
    });
    engine.events.on('background.error', ({ message }) => errors.push(message));
    await engine.subscribe();
    await engine.notifications.notify(tag);
    await engine.untilIdle();
    broken = true;
    releases[0]?.(200);
    await engine.pass(3500);
    expect(errors).toEqual(['disk full']);
    broken = false;
    await engine.pass(1000);
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded' }]);
    expect(engine.transport.requests).toHaveLength(1);
    await engine.notifications.notify(tag);
    await engine.untilIdle();
    expect(engine.transport.requests).toHaveLength(2);
  });
});

describe('after a crash', () => {
  it('an interrupted attempt is recorded, and the delivery is made again under the same id', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const first = await createEngine(() => new Promise(() => {}), { store, clock });
    await first.subscribe();
    await first.notifications.notify(tag);
    await first.untilIdle();
    const second = await createEngine(() => 200, { store, clock, nodeId: 'node-2', seed: 2 });
    await second.pass(MINUTE);
    const attempts = await store.find('attempts');
    expect(attempts).toMatchObject([
      { number: 1, succeeded: false, statusCode: 500, errorPhase: 'interrupted', endedAt: null },
      { number: 2, succeeded: true, statusCode: 200 },
    ]);
    const [sent] = first.transport.requests;
    const [again] = second.transport.requests;
    expect(again?.headers['webhook-id']).toBe(sent?.headers['webhook-id']);
    expect(bodyOf(again)).toBe(bodyOf(sent));
  });

  it('a process that was wrongly taken for dead only adds its record', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    let release!: (status: number) => void;
    const zombie = await createEngine(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
      { store, clock },
    );
    await zombie.subscribe();
    await zombie.notifications.notify(tag);
    await zombie.untilIdle();
    const second = await createEngine(() => 200, { store, clock, nodeId: 'node-2', seed: 2 });
    await second.pass(MINUTE);
    release(500);
    await zombie.untilIdle();
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
    expect(await store.find('attempts', { orderBy: [['id', 'asc']] })).toMatchObject([
      { errorPhase: 'interrupted' },
      { number: 2, succeeded: true },
      { number: 1, statusCode: 500, details: { late: true } },
    ]);
    expect(await store.find('webhooks')).toMatchObject([{ consecutiveFailures: 0 }]);
  });

  it('a late response is not taken for the end of the delivery', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    let release!: (status: number) => void;
    const zombie = await createEngine(() => new Promise((resolve) => (release = resolve)), { store, clock });
    const exhausted: unknown[] = [];
    zombie.events.on('delivery.exhausted', (event) => exhausted.push(event));
    await zombie.subscribe();
    await zombie.notifications.notify(tag);
    await zombie.untilIdle();
    const second = await createEngine(() => 200, { store, clock, nodeId: 'node-2', seed: 2 });
    await second.pass(MINUTE);
    release(410);
    await zombie.untilIdle();
    expect(zombie.attempted).toMatchObject([{ statusCode: 410, succeeded: false }]);
    expect(exhausted).toEqual([]);
    expect(await store.find('webhooks')).toMatchObject([{ state: 'active' }]);
  });

  it('several processes that scan at the same moment record an interrupted attempt once', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const first = await createEngine(() => new Promise(() => {}), { store, clock });
    await first.subscribe();
    for (const tagName of ['a', 'b', 'c']) await first.notifications.notify({ ...tag, metadata: { tagName } });
    await first.untilIdle();
    const others = await Promise.all(
      ['node-2', 'node-3', 'node-4'].map((nodeId, seed) => createEngine(() => 200, { store, clock, nodeId, seed })),
    );
    for (const other of others) await other.pass(MINUTE);
    const attempts = await store.find('attempts');
    expect(attempts.filter(({ errorPhase }) => errorPhase === 'interrupted')).toHaveLength(3);
    expect(attempts.filter(({ succeeded }) => succeeded)).toHaveLength(3);
    expect(attempts).toHaveLength(6);
  });

  it('a process that was suspended between claim and request sends nothing from that claim, and continues', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    let isStalled = false;
    const { notifications, pass, untilIdle, subscribe, transport } = await createEngine(() => 200, {
      clock,
      store: overrideStore(store, {
        async transaction(work, options) {
          const result = await store.allTenants.transaction(work, options);
          const [leased] = await store.find('deliveries', { where: { status: 'leased' } });
          if (isStalled && leased) {
            isStalled = false;
            clock.jump(MINUTE);
          }
          return result;
        },
      }),
    });
    await subscribe({ delivery: { ordered: true } });
    isStalled = true;
    for (const tagName of ['a', 'b', 'c']) await notifications.notify({ ...tag, metadata: { tagName } });
    await untilIdle();
    await pass(MINUTE);
    expect(isStalled).toBe(false);
    expect(await store.find('deliveries')).toMatchObject(Array(3).fill({ status: 'succeeded', attempts: 1 }));
    expect((await store.find('attempts')).map(({ number }) => number)).toEqual([1, 1, 1]);
    expect(transport.requests.map((request) => JSON.parse(bodyOf(request)).metadata.tagName)).toEqual(['a', 'b', 'c']);
  });

  it('only attempts whose delivery was taken over are late, even if several end together', async () => {
    const store = createMemoryStore();
    const releases: ((status: number) => void)[] = [];
    const engine = await createEngine(() => new Promise((resolve) => releases.push(resolve)), { store });
    for (const name of ['One', 'Two', 'Three']) await engine.subscribe({ name });
    await engine.notifications.notify(tag);
    await engine.untilIdle();
    const [, taken] = await store.find('deliveries');
    await store.update('deliveries', { id: taken?.id ?? 0 }, { leaseGeneration: { increment: 1 } });
    for (const release of releases) release(200);
    await engine.untilIdle();
    const statuses = (await store.find('deliveries')).map(({ status }) => status);
    expect(statuses).toEqual(['succeeded', 'leased', 'succeeded']);
    const late = await store.find('attempts', { orderBy: [['webhookId', 'asc']] });
    expect(late.map(({ details }) => (details as { late?: boolean }).late)).toEqual([undefined, true, undefined]);
  });

  it('a process that lost its lease does not record the outcome of a delivery that another one attempts', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const releases: ((status: number) => void)[] = [];
    const hanging = () => new Promise<number>((resolve) => releases.push(resolve));
    const zombie = await createEngine(hanging, { store, clock });
    await zombie.subscribe();
    await zombie.notifications.notify(tag);
    await zombie.untilIdle();
    const second = await createEngine(hanging, { store, clock, nodeId: 'node-2', seed: 2 });
    await second.pass(7000);
    expect(releases).toHaveLength(2);
    releases[0]?.(200);
    await zombie.untilIdle();
    expect(await store.find('deliveries')).toMatchObject([{ status: 'leased', leaseOwner: 'node-2', attempts: 2 }]);
    releases[1]?.(204);
    await second.untilIdle();
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', lastStatusCode: 204 }]);
    expect(await store.count('attempts', {})).toBe(3);
  });

  it('due and scheduled deliveries are claimed', async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const first = await createEngine(() => 500, { store, clock });
    await first.subscribe();
    await first.notifications.notify(tag);
    await first.untilIdle();
    await first.close();
    await first.notifications.notify(tag);
    const second = await createEngine(() => 200, { store, clock, nodeId: 'node-2', seed: 2 });
    await second.untilIdle();
    expect(second.transport.requests).toHaveLength(1);
    await second.pass(7000);
    expect(second.transport.requests).toHaveLength(2);
    expect(await store.count('deliveries', { status: 'succeeded' })).toBe(2);
  });
});

it('reads nothing from the store while nothing is due', async () => {
  const store = createMemoryStore();
  let calls = 0;
  const counted = new Proxy(store, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        calls += 1;
        return value.apply(target, parameters);
      };
    },
  });
  const { notifications, subscribe, pass, clock } = await createEngine(() => 200, { store: counted });
  await subscribe();
  await notifications.notify(tag);
  await pass(MINUTE);
  calls = 0;
  await pass(DAY);
  expect(calls).toBe(0);
  expect(clock.waiting).toBe(0);
});
