import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { endpointQueueCounts } from '../../../tests/support/endpoint-queue-counts.ts';
import { createWebhookBench } from '../../../tests/webhook-bench.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import { permitHeld } from './release-held.ts';

const HOUR = 3_600_000;
const EMPTY = { pending: 0, overflow: 0, recovering: 0, held: 0, discardThrough: null, nextDueAt: null };

/** An endpoint whose receiver responds as told. */
async function createOne(options: Parameters<typeof createWebhookBench>[1] = {}) {
  const receiver = { response: 404 };
  const bench = await createWebhookBench(() => receiver.response, {
    settings: { webhookRetrySchedule: [HOUR] },
    ...options,
  });
  const id = await bench.subscribe({ delivery: { ordered: true } });
  const change = (body: object) => bench.webhooks.update(admin, id, body);
  const endpointQueue = async () => (await bench.store.find('endpointQueues'))[0];
  /** Returns the events that were sent, numbered from 1, in order. */
  const sent = async () => {
    const events = (await bench.store.find('events')).map(({ publicId }) => publicId);
    return bench.transport.requests.map(
      ({ headers }) => events.indexOf(`${headers['webhook-id']}`.replace(/_\d+$/, '')) + 1,
    );
  };
  return { ...bench, receiver, id, change, endpointQueue, sent };
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_each, index) => from + index);

describe('a number of held deliveries above the limit of one transaction', () => {
  it('is sent after the webhook is resumed, in order and before newer deliveries', async () => {
    const bench = await createOne();
    await bench.change({ paused: true });
    await bench.notify(1200);
    bench.receiver.response = 200;
    await bench.change({ paused: false });
    // The change itself moves none of it.
    expect(await bench.statuses()).toEqual({ held: 1200 });
    await bench.notify(2);
    await bench.untilIdle();
    expect(await bench.sent()).toEqual(numbers(1202));
    expect(await bench.endpointQueue()).toMatchObject(EMPTY);
  });

  it('results from a pause with many pending deliveries, of which none is sent', async () => {
    const bench = await createOne();
    await bench.notify(2500);
    await bench.untilIdle();
    const before = bench.transport.requests.length;
    await bench.change({ paused: true });
    expect((await bench.endpointQueue())?.held).toBe(1000);
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ held: 2500 });
    expect(await bench.endpointQueue()).toMatchObject({ pending: 0, held: 2500, nextDueAt: null });
    await bench.pass(3 * HOUR);
    expect(bench.transport.requests.length).toBe(before);
  });

  it('results from 410 Gone', async () => {
    const bench = await createOne();
    await bench.notify(2500);
    bench.receiver.response = 410;
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ exhausted: 1, held: 2499 });
    expect(await bench.endpointQueue()).toMatchObject({ pending: 0, held: 2499, nextDueAt: null });
  });

  it('is cancelled in parts when it is discarded, without newer deliveries', async () => {
    const bench = await createOne();
    await bench.change({ paused: true });
    await bench.notify(1500);
    bench.clock.advance(HOUR);
    const since = new Date(bench.clock.now()).toISOString();
    await bench.notify(2);
    bench.receiver.response = 200;
    await bench.change({ paused: false, held: { since } });
    await bench.notify();
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ cancelled: 1500, succeeded: 3 });
    await bench.change({ paused: true });
    await bench.notify(1500);
    await bench.change({ paused: false, held: 'discard' });
    await bench.notify();
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ cancelled: 3000, succeeded: 4 });
    expect(await bench.sent()).toEqual([1501, 1502, 1503, 3004]);
    expect(await bench.endpointQueue()).toMatchObject(EMPTY);
  });

  it('is deleted with its webhook, in parts', async () => {
    const bench = await createOne();
    await bench.notify(1500);
    await bench.untilIdle();
    await bench.change({ paused: true });
    await bench.notify(1500);
    await bench.untilIdle();
    const before = bench.transport.requests.length;
    await bench.webhooks.remove(admin, bench.id);
    expect((await bench.statuses()).cancelled).toBe(1000);
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ cancelled: 3000 });
    expect(await bench.endpointQueue()).toBeUndefined();
    expect(bench.transport.requests.length).toEqual(before);
  });
});

describe('the held deliveries of an inactive webhook', () => {
  it.each([
    ['hold', 5, 0],
    ['drop-oldest', 3, 2],
    ['reject', 3, 2],
  ] as const)('are limited unless the policy is hold, and an event reports it (%s)', async (policy, held, dropped) => {
    const bench = await createOne({ webhooks: { backlog: { limit: 3, policy } } });
    const full = bench.emitted('webhook.backlog');
    await bench.change({ paused: true });
    await Promise.all(numbers(5).map(() => bench.notify()));
    expect(await bench.statuses()).toEqual({ held, ...(dropped ? { cancelled: dropped } : {}) });
    expect(full).toEqual([{ webhookId: bench.id, limit: 3, policy, operational: false }]);
    expect(await bench.endpointQueue()).toMatchObject({ held });
    const records = await bench.store.find('attempts');
    const events = (await bench.store.find('events')).map(({ id }) => id);
    expect(records.map(({ eventId, errorCode }) => [eventId, errorCode])).toEqual(
      events.slice(0, dropped).map((eventId) => [eventId, 'BACKLOG_FULL']),
    );
  });

  it('are limited while they are released, too', async () => {
    const bench = await createOne({ webhooks: { backlog: { limit: 3, policy: 'drop-oldest' } } });
    await bench.change({ paused: true });
    await bench.notify(3);
    await bench.change({ paused: false });
    await bench.notify(2);
    expect(await bench.statuses()).toEqual({ held: 3, cancelled: 2 });
    bench.receiver.response = 200;
    await bench.untilIdle();
    expect(await bench.sent()).toEqual([3, 4, 5]);
    expect(await bench.endpointQueue()).toMatchObject(EMPTY);
  });

  it('are released on request once the owner of an active webhook has the permission again', async () => {
    let permissions: readonly string[] = [];
    const bench = await createOne({ host: { permissionsOf: async () => permissions } });
    bench.receiver.response = 200;
    await bench.notify(2);
    permissions = ['APPLICATION_ADMIN'];
    await bench.change({ paused: false });
    await bench.untilIdle();
    expect(await bench.statuses()).toEqual({ succeeded: 2 });
    expect(await bench.endpointQueue()).toMatchObject(EMPTY);
  });

  it('count as overflow as soon as an active endpoint queue may send them', async () => {
    let permissions: readonly string[] = [];
    const bench = await createOne({ host: { permissionsOf: async () => permissions } });
    await bench.notify(2);
    expect(await bench.endpointQueue()).toMatchObject({ overflow: 0, held: 2 });
    permissions = ['APPLICATION_ADMIN'];
    await permitHeld(bench.store, bench.id);
    expect(await bench.endpointQueue()).toMatchObject({ overflow: 2, held: 0 });
  });

  it('are no longer counted after a manual retry', async () => {
    const bench = await createOne({ settings: { webhookRetrySchedule: [] } });
    await bench.notify(2);
    await bench.untilIdle();
    const records = await bench.store.find('attempts');
    await bench.change({ paused: true });
    await bench.webhooks.recover(admin, bench.id, { since: new Date(0).toISOString() });
    expect(await bench.endpointQueue()).toMatchObject({ recovering: 2 });
    bench.receiver.response = 200;
    await bench.webhooks.retry(admin, records[0]?.id as number);
    expect(await bench.statuses()).toEqual({ held: 1, succeeded: 1 });
    expect(await bench.endpointQueue()).toMatchObject({ recovering: 1 });
  });
});

describe('recovered deliveries', () => {
  it('do not fill the endpoint queue beyond its limit, and are sent after due deliveries', async () => {
    const bench = await createWebhookBench(() => 404, {
      settings: { webhookRetrySchedule: [] },
      webhooks: { backlog: { limit: 150 }, concurrency: 1, concurrencyPerEndpoint: 1 },
    });
    const id = await bench.subscribe();
    await bench.notify(400);
    await bench.pass(10 * HOUR);
    expect(await bench.statuses()).toEqual({ exhausted: 400 });
    const maxPending: number[] = [];
    await bench.webhooks.recover(admin, id, { since: new Date(0).toISOString() });
    expect(await bench.store.find('endpointQueues')).toMatchObject([{ pending: 0, recovering: 400 }]);
    await bench.notify();
    for (let seconds = 0; seconds < 10; seconds += 1) {
      maxPending.push((await bench.store.find('endpointQueues'))[0]?.pending ?? 0);
      await bench.pass(HOUR);
    }
    const made = (await bench.store.find('attempts')).slice(400).map(({ eventId }) => eventId);
    expect(made[0]).toBe(401);
    expect(made).toHaveLength(401);
    expect(Math.max(...maxPending)).toBeLessThanOrEqual(150);
    expect(await bench.store.find('endpointQueues')).toMatchObject([EMPTY]);
  });
});

/** Something that an owner or a receiver does. */
type Step =
  | { readonly kind: 'notify' | 'recover' | 'pause' | 'untilIdle' }
  | { readonly kind: 'respond'; readonly status: number }
  | { readonly kind: 'permit'; readonly permitted: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'go on'; readonly held: 'resume' | 'discard' | 'since' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'notify' } as const) },
  fc.constantFrom({ kind: 'recover' } as const, { kind: 'pause' } as const, { kind: 'untilIdle' } as const),
  fc.constantFrom(200, 404, 410, 500).map((status) => ({ kind: 'respond', status }) as const),
  fc.boolean().map((permitted) => ({ kind: 'permit', permitted }) as const),
  fc.integer({ min: 1, max: 3 * HOUR }).map((ms) => ({ kind: 'pass', ms }) as const),
  fc.constantFrom('resume', 'discard', 'since').map((held) => ({ kind: 'go on', held }) as const),
);

it('an endpoint queue counts its deliveries after any sequence of changes, and is empty in the end', async () => {
  const policies = fc.constantFrom<BacklogOptions['policy']>('hold', 'drop-oldest', 'reject');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      policies,
      fc.boolean(),
      async (steps, policy, ordered) => {
        const receiver = { response: 200 };
        let permissions: readonly string[] = ['APPLICATION_ADMIN'];
        const bench = await createWebhookBench(() => receiver.response, {
          settings: { webhookRetrySchedule: [HOUR] },
          webhooks: { backlog: { limit: 4, policy: policy ?? 'hold' } },
          host: { permissionsOf: async () => permissions },
        });
        const id = await bench.subscribe({ delivery: { ordered } });
        const since = () => new Date(bench.clock.now() - HOUR).toISOString();
        const go: { [Kind in Step['kind']]: (of: Extract<Step, { kind: Kind }>) => unknown } = {
          notify: () => bench.notify(3).catch(() => {}),
          recover: () => bench.webhooks.recover(admin, id, { since: new Date(0).toISOString(), limit: 2 }),
          pause: () => bench.webhooks.update(admin, id, { paused: true }),
          untilIdle: () => bench.untilIdle(),
          respond: ({ status }) => {
            receiver.response = status;
          },
          permit: ({ permitted }) => {
            permissions = permitted ? ['APPLICATION_ADMIN'] : [];
          },
          pass: ({ ms }) => bench.pass(ms),
          'go on': ({ held }) =>
            bench.webhooks.update(admin, id, { paused: false, held: held === 'since' ? { since: since() } : held }),
        };
        for (const each of steps) {
          await go[each.kind](each as never);
          const { counted, found } = await endpointQueueCounts(bench.store);
          expect(counted).toEqual(found);
        }
        receiver.response = 200;
        permissions = ['APPLICATION_ADMIN'];
        // An earlier response 410 that is not recorded yet would disable the webhook again.
        await bench.untilIdle();
        await bench.webhooks.update(admin, id, { paused: false });
        await bench.pass(24 * HOUR);
        expect(
          Object.keys(await bench.statuses()).filter(
            (status) => !['succeeded', 'exhausted', 'cancelled'].includes(status),
          ),
        ).toEqual([]);
        expect(await bench.store.find('endpointQueues')).toMatchObject([EMPTY]);
      },
    ),
    { numRuns: process.env.PORTCULLIS_TESTS === 'sampled' ? 6 : 60, endOnFailure: true },
  );
});
