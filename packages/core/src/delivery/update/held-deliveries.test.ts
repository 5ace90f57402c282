import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admin } from '../../../tests/delivery-engine.ts';
import { endpointQueueCounts } from '../../../tests/support/endpoint-queue-counts.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import { permitHeld } from './release-held.ts';

const HOUR = 3_600_000;
const EMPTY = { pending: 0, overflow: 0, recovering: 0, held: 0, discardThrough: null, nextDueAt: null };

/** An endpoint whose receiver responds as told. */
async function createOne(options: Parameters<typeof createWebhookHarness>[1] = {}) {
  const receiver = { response: 404 };
  const harness = await createWebhookHarness(() => receiver.response, {
    settings: { webhookRetrySchedule: [HOUR] },
    ...options,
  });
  const id = await harness.subscribe({ delivery: { ordered: true } });
  const change = (body: object) => harness.webhooks.update(admin, id, body);
  const endpointQueue = async () => (await harness.store.find('endpointQueues'))[0];
  /** Returns the events that were sent, numbered from 1, in order. */
  const sent = async () => {
    const events = (await harness.store.find('events')).map(({ publicId }) => publicId);
    return harness.transport.requests.map(
      ({ headers }) => events.indexOf(`${headers['webhook-id']}`.replace(/_\d+$/, '')) + 1,
    );
  };
  return { ...harness, receiver, id, change, endpointQueue, sent };
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_each, index) => from + index);

describe('a number of held deliveries above the limit of one transaction', () => {
  it('is sent after the webhook is resumed, in order and before newer deliveries', async () => {
    const harness = await createOne();
    await harness.change({ paused: true });
    await harness.notify(1200);
    harness.receiver.response = 200;
    await harness.change({ paused: false });
    // The change itself moves none of it.
    expect(await harness.statuses()).toEqual({ held: 1200 });
    await harness.notify(2);
    await harness.untilIdle();
    expect(await harness.sent()).toEqual(numbers(1202));
    expect(await harness.endpointQueue()).toMatchObject(EMPTY);
  });

  it('keeps its order if its webhook is resumed before the pause has held the last of them', async () => {
    const harness = await createOne();
    await harness.notify(1500);
    await harness.untilIdle();
    const before = harness.transport.requests.length;
    harness.receiver.response = 200;
    await harness.change({ paused: true });
    expect((await harness.endpointQueue())?.held).toBe(1000);
    await harness.change({ paused: false });
    await harness.untilIdle();
    expect((await harness.sent()).slice(before)).toEqual(numbers(1500));
    expect(await harness.endpointQueue()).toMatchObject(EMPTY);
  });

  it('results from a pause with many pending deliveries, of which none is sent', async () => {
    const harness = await createOne();
    await harness.notify(2500);
    await harness.untilIdle();
    const before = harness.transport.requests.length;
    await harness.change({ paused: true });
    expect((await harness.endpointQueue())?.held).toBe(1000);
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ held: 2500 });
    expect(await harness.endpointQueue()).toMatchObject({ pending: 0, held: 2500, nextDueAt: null });
    await harness.pass(3 * HOUR);
    expect(harness.transport.requests.length).toBe(before);
  });

  it('results from 410 Gone', async () => {
    const harness = await createOne();
    await harness.notify(2500);
    harness.receiver.response = 410;
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ exhausted: 1, held: 2499 });
    expect(await harness.endpointQueue()).toMatchObject({ pending: 0, held: 2499, nextDueAt: null });
  });

  it('is cancelled in parts when it is discarded, without newer deliveries', async () => {
    const harness = await createOne();
    await harness.change({ paused: true });
    await harness.notify(1500);
    harness.clock.advance(HOUR);
    const since = new Date(harness.clock.now()).toISOString();
    await harness.notify(2);
    harness.receiver.response = 200;
    await harness.change({ paused: false, held: { since } });
    await harness.notify();
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ cancelled: 1500, succeeded: 3 });
    await harness.change({ paused: true });
    await harness.notify(1500);
    await harness.change({ paused: false, held: 'discard' });
    await harness.notify();
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ cancelled: 3000, succeeded: 4 });
    expect(await harness.sent()).toEqual([1501, 1502, 1503, 3004]);
    expect(await harness.endpointQueue()).toMatchObject(EMPTY);
  });

  it('is deleted with its webhook, in parts', async () => {
    const harness = await createOne();
    await harness.notify(1500);
    await harness.untilIdle();
    await harness.change({ paused: true });
    await harness.notify(1500);
    await harness.untilIdle();
    const before = harness.transport.requests.length;
    await harness.webhooks.remove(admin, harness.id);
    expect((await harness.statuses()).cancelled).toBe(1000);
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ cancelled: 3000 });
    expect(await harness.endpointQueue()).toBeUndefined();
    expect(harness.transport.requests.length).toEqual(before);
  });
});

describe('the held deliveries of an inactive webhook', () => {
  it.each([
    ['hold', 5, 0],
    ['drop-oldest', 3, 2],
    ['reject', 3, 2],
  ] as const)('are limited unless the policy is hold, and an event reports it (%s)', async (policy, held, dropped) => {
    const harness = await createOne({ webhooks: { backlog: { limit: 3, policy } } });
    const full = harness.emitted('webhook.backlog');
    await harness.change({ paused: true });
    await Promise.all(numbers(5).map(() => harness.notify()));
    expect(await harness.statuses()).toEqual({ held, ...(dropped ? { cancelled: dropped } : {}) });
    expect(full).toEqual([{ webhookId: harness.id, limit: 3, policy, operational: false }]);
    expect(await harness.endpointQueue()).toMatchObject({ held });
    const records = await harness.store.find('attempts');
    const events = (await harness.store.find('events')).map(({ id }) => id);
    expect(records.map(({ eventId, errorCode }) => [eventId, errorCode])).toEqual(
      events.slice(0, dropped).map((eventId) => [eventId, 'BACKLOG_FULL']),
    );
  });

  it('are limited while they are released, too', async () => {
    const harness = await createOne({ webhooks: { backlog: { limit: 3, policy: 'drop-oldest' } } });
    await harness.change({ paused: true });
    await harness.notify(3);
    await harness.change({ paused: false });
    await harness.notify(2);
    expect(await harness.statuses()).toEqual({ held: 3, cancelled: 2 });
    harness.receiver.response = 200;
    await harness.untilIdle();
    expect(await harness.sent()).toEqual([3, 4, 5]);
    expect(await harness.endpointQueue()).toMatchObject(EMPTY);
  });

  it('are released on request once the owner of an active webhook has the permission again', async () => {
    let permissions: readonly string[] = [];
    const harness = await createOne({ host: { permissionsOf: async () => permissions } });
    harness.receiver.response = 200;
    await harness.notify(2);
    permissions = ['APPLICATION_ADMIN'];
    await harness.change({ paused: false });
    await harness.untilIdle();
    expect(await harness.statuses()).toEqual({ succeeded: 2 });
    expect(await harness.endpointQueue()).toMatchObject(EMPTY);
  });

  it('count as overflow as soon as an active endpoint queue may send them', async () => {
    let permissions: readonly string[] = [];
    const harness = await createOne({ host: { permissionsOf: async () => permissions } });
    await harness.notify(2);
    expect(await harness.endpointQueue()).toMatchObject({ overflow: 0, held: 2 });
    permissions = ['APPLICATION_ADMIN'];
    await permitHeld(harness.store, harness.id);
    expect(await harness.endpointQueue()).toMatchObject({ overflow: 2, held: 0 });
  });

  it('are no longer counted after a manual retry', async () => {
    const harness = await createOne({ settings: { webhookRetrySchedule: [] } });
    await harness.notify(2);
    await harness.untilIdle();
    const records = await harness.store.find('attempts');
    await harness.change({ paused: true });
    await harness.webhooks.recover(admin, harness.id, { since: new Date(0).toISOString() });
    expect(await harness.endpointQueue()).toMatchObject({ recovering: 2 });
    harness.receiver.response = 200;
    await harness.webhooks.retry(admin, records[0]?.id as number);
    expect(await harness.statuses()).toEqual({ held: 1, succeeded: 1 });
    expect(await harness.endpointQueue()).toMatchObject({ recovering: 1 });
  });
});

describe('recovered deliveries', () => {
  it('do not fill the endpoint queue beyond its limit, and are sent after due deliveries', async () => {
    const harness = await createWebhookHarness(() => 404, {
      settings: { webhookRetrySchedule: [] },
      webhooks: { backlog: { limit: 150 }, concurrency: 1, concurrencyPerEndpoint: 1 },
    });
    const id = await harness.subscribe();
    await harness.notify(400);
    await harness.pass(10 * HOUR);
    expect(await harness.statuses()).toEqual({ exhausted: 400 });
    const maxPending: number[] = [];
    await harness.webhooks.recover(admin, id, { since: new Date(0).toISOString() });
    expect(await harness.store.find('endpointQueues')).toMatchObject([{ pending: 0, recovering: 400 }]);
    await harness.notify();
    for (let seconds = 0; seconds < 10; seconds += 1) {
      maxPending.push((await harness.store.find('endpointQueues'))[0]?.pending ?? 0);
      await harness.pass(HOUR);
    }
    const made = (await harness.store.find('attempts')).slice(400).map(({ eventId }) => eventId);
    expect(made[0]).toBe(401);
    expect(made).toHaveLength(401);
    expect(Math.max(...maxPending)).toBeLessThanOrEqual(150);
    expect(await harness.store.find('endpointQueues')).toMatchObject([EMPTY]);
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
        const harness = await createWebhookHarness(() => receiver.response, {
          settings: { webhookRetrySchedule: [HOUR] },
          webhooks: { backlog: { limit: 4, policy: policy ?? 'hold' } },
          host: { permissionsOf: async () => permissions },
        });
        const id = await harness.subscribe({ delivery: { ordered } });
        const since = () => new Date(harness.clock.now() - HOUR).toISOString();
        const go: { [Kind in Step['kind']]: (of: Extract<Step, { kind: Kind }>) => unknown } = {
          notify: () => harness.notify(3).catch(() => {}),
          recover: () => harness.webhooks.recover(admin, id, { since: new Date(0).toISOString(), limit: 2 }),
          pause: () => harness.webhooks.update(admin, id, { paused: true }),
          untilIdle: () => harness.untilIdle(),
          respond: ({ status }) => {
            receiver.response = status;
          },
          permit: ({ permitted }) => {
            permissions = permitted ? ['APPLICATION_ADMIN'] : [];
          },
          pass: ({ ms }) => harness.pass(ms),
          'go on': ({ held }) =>
            harness.webhooks.update(admin, id, { paused: false, held: held === 'since' ? { since: since() } : held }),
        };
        for (const each of steps) {
          await go[each.kind](each as never);
          const { counted, found } = await endpointQueueCounts(harness.store);
          expect(counted).toEqual(found);
        }
        receiver.response = 200;
        permissions = ['APPLICATION_ADMIN'];
        // An earlier response 410 that is not recorded yet would disable the webhook again.
        await harness.untilIdle();
        await harness.webhooks.update(admin, id, { paused: false });
        await harness.pass(24 * HOUR);
        expect(
          Object.keys(await harness.statuses()).filter(
            (status) => !['succeeded', 'exhausted', 'cancelled'].includes(status),
          ),
        ).toEqual([]);
        expect(await harness.store.find('endpointQueues')).toMatchObject([EMPTY]);
      },
    ),
    { numRuns: process.env.PORTCULLIS_TESTS === 'sampled' ? 6 : 60, endOnFailure: true },
  );
});
