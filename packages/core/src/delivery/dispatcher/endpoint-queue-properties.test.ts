import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { type Behaviour, createScriptedTransport } from '../../../tests/scripted-transport.ts';
import { type EndpointQueue, endpointQueue, excessOf, script } from '../../../tests/support/any-endpoint-queue.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const schedule = [1000, 20_000, 300_000];
const settings = { webhookRetrySchedule: schedule, webhookDeadlineMs: 1000 };
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** Something that happens while deliveries are made: time passes, a notification, a change of the wall clock. */
type Incident = { readonly kind: 'pass' | 'jump'; readonly ms: number } | { readonly kind: 'notify' };

const pass: fc.Arbitrary<Incident> = fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: 3000 }) });
const notify: fc.Arbitrary<Incident> = fc.constant({ kind: 'notify' });
const jump: fc.Arbitrary<Incident> = fc.record({
  kind: fc.constant('jump'),
  ms: fc.integer({ min: -HOUR, max: HOUR }),
});
const incidents = (...kinds: readonly fc.Arbitrary<Incident>[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 4, maxLength: 24 });

/** Lets everything happen and gives deliveries the time to come to their ends. */
async function live(endpointQueues: readonly EndpointQueue[], happens: readonly Incident[], seed: number) {
  const clock = createFakeClock();
  const scripted = createScriptedTransport(
    clock,
    endpointQueues.map((each) => each.script),
  );
  const { transport } = scripted;
  const engine = await createDeliveryEngine({ transport, clock, settings, seed, webhooks: { concurrency: 6 } });
  const retries: { readonly attemptId: number; readonly willRetryAt?: number }[] = [];
  engine.events.on('delivery.attempted', (event) => retries.push(event));
  await engine.webhooks.create(admin, {
    webhooks: endpointQueues.map(({ delivery }, receiver) =>
      webhookBody({ name: `Receiver ${receiver}`, url: `https://hooks.example.com/${receiver}`, delivery }),
    ),
  });
  for (const incident of happens) {
    if (incident.kind === 'notify') await engine.notifications.notify(tag);
    else if (incident.kind === 'pass') await engine.pass(incident.ms);
    else clock.jump(incident.ms);
  }
  await engine.pass(2 * DAY);
  return { ...engine, ...scripted, retries };
}

/** Three busy receivers around a healthy one, which waits for a claim longer than any other case that was found. */
const LONG_WAIT: [Behaviour[][], number, number, number] = [
  [[{ status: 200, afterMs: 542 }], [{ status: 200, afterMs: 898 }], ['hangs', { status: 200, afterMs: 857 }]],
  1,
  12,
  0,
];

/** Eight that are refused at one moment, in an endpoint queue that has one under way at a time. */
const ONE_AFTER_THE_OTHER: [EndpointQueue[], Incident[], number] = [
  [{ script: ['hangs', { status: 204, afterMs: 627 }, 'refuses'], delivery: { maxInFlight: 1 } }],
  [{ kind: 'notify' }, { kind: 'pass', ms: 2327 }, ...Array.from({ length: 7 }, () => ({ kind: 'notify' }) as const)],
  -6,
];

describe('with any events on endpoint queues of every kind', () => {
  it('no rate and no cap is passed, order is kept, and waits stay within the jitter', async () => {
    const all = fc.tuple(
      fc.array(endpointQueue, { minLength: 1, maxLength: 4 }),
      incidents(pass, notify, notify),
      fc.integer(),
    );
    await fc.assert(
      fc.asyncProperty(all, async ([endpointQueues, happens, seed]) => {
        const { log, store, retries, mostOf } = await live(endpointQueues, happens, seed);
        for (const [receiver, { delivery }] of endpointQueues.entries()) {
          const own = log.filter((entry) => entry.receiver === receiver);
          const { ratePerSecond, maxInFlight = 4, ordered = false } = delivery;
          expect(mostOf(receiver)).toBeLessThanOrEqual(ordered ? 1 : maxInFlight);
          if (ratePerSecond !== undefined) {
            const burst = Math.max(1, Math.floor(ratePerSecond / 10));
            const times = own.map(({ at }) => at);
            expect(excessOf(times, ratePerSecond)).toBeLessThanOrEqual(burst + 1e-6);
          }
          if (ordered) {
            const webhookId = receiver + 1;
            const deliveries = await store.find('deliveries', { where: { webhookId } });
            const events = new Map((await store.find('events')).map((event) => [event.id, event.publicId]));
            const inOrder = deliveries.map(({ eventId }) => `${events.get(eventId)}_${webhookId}`);
            expect([...new Set(own.map(({ id }) => id))]).toEqual(inOrder);
            const runs = own.filter(({ id }, index) => id !== own[index - 1]?.id).map(({ id }) => id);
            expect(runs).toEqual(inOrder);
          }
        }
        for (const { attemptId, willRetryAt } of retries) {
          const [attempt] = await store.find('attempts', { where: { id: attemptId } });
          const planned = schedule[(attempt?.number ?? 0) - 1] ?? Number.NaN;
          if (willRetryAt === undefined) continue;
          const waits = willRetryAt - (attempt?.endedAt ?? 0);
          expect(waits).toBeGreaterThanOrEqual(planned * 0.8);
          // A millisecond for rounding up, and one for the turn that records.
          expect(waits).toBeLessThanOrEqual(planned * 1.2 + 2);
        }
      }),
      { numRuns: 12, endOnFailure: true, examples: [[ONE_AFTER_THE_OTHER]] },
    );
  });

  it('a busy endpoint queue starves no other: each healthy delivery is sent soon, regardless of other backlogs', async () => {
    const others = fc.array(script, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        others,
        fc.nat(3),
        fc.integer({ min: 2, max: 12 }),
        fc.integer(),
        async (scripts, at, count, seed) => {
          const healthy: Behaviour = { status: 200, afterMs: 10 };
          const place = at % (scripts.length + 1);
          const endpointQueues = scripts.toSpliced(place, 0, [healthy]).map((each) => ({ script: each, delivery: {} }));
          const happens = Array.from({ length: count }, (): Incident => ({ kind: 'notify' }));
          const { log } = await live(endpointQueues, happens, seed);
          const own = log.filter(({ receiver }) => receiver === place);
          expect(own).toHaveLength(count);
          // Six permits, of which the others may hold all but never for longer than the deadline while this endpoint queue waits its turn.
          // Before each claim, outcomes are collected for up to three milliseconds.
          const worst = 1000 + Math.ceil(count / 4) * (1000 + 10 + 3);
          for (const sent of own) expect(sent.at - (log[0]?.at ?? 0)).toBeLessThanOrEqual(worst);
        },
      ),
      { numRuns: 12, examples: [LONG_WAIT] },
    );
  });
});

describe('when the clock of the machine is changed', () => {
  it('every delivery ends once, delayed at most by the step of the clock', async () => {
    const all = fc.tuple(
      fc.array(
        script.map((each) => ({ script: each, delivery: {} })),
        { minLength: 1, maxLength: 3 },
      ),
      incidents(pass, notify, jump),
      fc.integer(),
    );
    await fc.assert(
      fc.asyncProperty(all, async ([endpointQueues, happens, seed]) => {
        const { log, store } = await live(endpointQueues, happens, seed);
        const notified = happens.filter(({ kind }) => kind === 'notify').length;
        const deliveries = await store.find('deliveries');
        expect(deliveries).toHaveLength(notified * endpointQueues.length);
        for (const { id, status, attempts } of deliveries) {
          expect(['succeeded', 'exhausted']).toContain(status);
          const made = await store.find('attempts', { where: { deliveryId: id } });
          expect(made).toHaveLength(attempts);
          expect(attempts).toBeLessThanOrEqual(schedule.length + 1);
          expect(made.filter(({ succeeded }) => succeeded).length).toBeLessThanOrEqual(1);
        }
        expect(log).toHaveLength(await store.count('attempts', {}));
        for (const each of await store.find('endpointQueues'))
          expect(each).toMatchObject({ pending: 0, nextDueAt: null });
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['an hour forward', HOUR],
    ['an hour back', -HOUR],
  ])('%s, a delivery that waits for its next attempt is made after the wait of the schedule', async (...row) => {
    const [, change] = row;
    const [planned = 0] = schedule;
    const script: Behaviour[] = [
      { status: 500, afterMs: 0 },
      { status: 200, afterMs: 0 },
    ];
    const { log, store } = await live(
      [{ script, delivery: {} }],
      [{ kind: 'notify' }, { kind: 'pass', ms: 10 }, { kind: 'jump', ms: change }],
      1,
    );
    expect(await store.find('deliveries')).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
    const [first, second] = log;
    const waited = (second?.elapsed ?? 0) - (first?.elapsed ?? 0);
    expect(waited).toBeGreaterThanOrEqual(planned * 0.8 - 1);
    expect(waited).toBeLessThanOrEqual(planned * 1.2 + 2);
  });
});
