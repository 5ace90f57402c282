import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { type Behaviour, behaviour, createScriptedTransport } from '../../../tests/scripted-transport.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { TransportRequest } from '../../ports/http-transport.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const schedule = [1000, 20_000, 300_000];
const settings = { webhookRetrySchedule: schedule, webhookDeadlineMs: 1000 };
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

const element = (_: unknown, receiver: number) =>
  webhookBody({ name: `Receiver ${receiver}`, url: `https://hooks.example.com/${receiver}` });

describe('with any behaviour of receivers', () => {
  it('every delivery ends by the schedule, and no cap is exceeded', async () => {
    const scripts = fc.array(fc.array(behaviour, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(scripts, fc.integer({ min: 1, max: 12 }), fc.integer(), async (receivers, events, seed) => {
        const clock = createFakeClock();
        const { transport, log, most } = createScriptedTransport(clock, receivers);
        const limits = { concurrency: 5, concurrencyPerEndpoint: 2 };
        const engine = await createDeliveryEngine({ transport, clock, settings, seed, webhooks: limits });
        await engine.webhooks.create(admin, { webhooks: receivers.map(element) });
        for (let event = 0; event < events; event += 1) await engine.notifications.notify(tag);
        await engine.pass(DAY);

        expect(most.ofOne).toBeLessThanOrEqual(2);
        expect(most.ofAll).toBeLessThanOrEqual(5);
        const deliveries = await engine.store.find('deliveries');
        expect(deliveries).toHaveLength(events * receivers.length);
        for (const delivery of deliveries) {
          const attempts = await engine.store.find('attempts', { where: { deliveryId: delivery.id } });
          expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, index) => index + 1));
          expect(attempts).toHaveLength(delivery.attempts);
          expect(attempts.slice(0, -1).every(({ succeeded }) => !succeeded)).toBe(true);
          const last = attempts.at(-1);
          expect(delivery.status).toBe(last?.succeeded ? 'succeeded' : 'exhausted');
          if (!last?.succeeded) expect(attempts).toHaveLength(schedule.length + 1);
          for (const [index, next] of attempts.slice(1).entries()) {
            const waited = next.startedAt - (attempts[index]?.endedAt ?? 0);
            expect(waited).toBeGreaterThanOrEqual((schedule[index] as number) * 0.8);
          }
        }
        expect(log).toHaveLength(await engine.store.count('attempts', {}));
        for (const endpointQueue of await engine.store.find('endpointQueues'))
          expect(endpointQueue).toMatchObject({ pending: 0, nextDueAt: null });
        expect(clock.waiting).toBe(0);
      }),
      { numRuns: 15 },
    );
  });

  it('a hanging receiver delays no other', async () => {
    const clock = createFakeClock();
    const healthy: Behaviour[] = [{ status: 200, afterMs: 10 }];
    const { transport, log } = createScriptedTransport(clock, [['hangs'], ...Array.from({ length: 9 }, () => healthy)]);
    const engine = await createDeliveryEngine({ transport, clock, settings, webhooks: { concurrency: 16 } });
    await engine.webhooks.create(admin, { webhooks: Array.from({ length: 10 }, element) });
    for (let event = 0; event < 40; event += 1) await engine.notifications.notify(tag);
    const start = clock.now();
    await engine.pass(DAY);
    const lastHealthy = Math.max(...log.filter(({ receiver }) => receiver > 0).map(({ endedAt }) => endedAt ?? 0));
    // 360 deliveries of 10 ms, 12 at a time: 300 ms; the hanging one alone takes 40 / 4 x 1000 ms for its first attempts.
    expect(lastHealthy - start).toBeLessThan(600);
  });
});

describe('with two nodes on one store', () => {
  it('every delivery ends if one of them dies at any moment, and repetitions have the same id', async () => {
    const runs = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.nat(3000), fc.integer());
    await fc.assert(
      fc.asyncProperty(runs, async ([events, diesAfter, seed]) => {
        const store = overrideStore(createMemoryStore(), { shared: true });
        const clock = createFakeClock();
        const receivers: Behaviour[][] = [
          [{ status: 200, afterMs: 400 }],
          [
            { status: 500, afterMs: 50 },
            { status: 200, afterMs: 50 },
          ],
          ['hangs', { status: 200, afterMs: 0 }],
        ];
        const { transport, log } = createScriptedTransport(clock, receivers);
        let dead = false;
        const dying = {
          ...transport,
          // The sends of a dead process never return to it.
          send: async (request: TransportRequest, signal: AbortSignal) => {
            const outcome = dead ? undefined : await transport.send(request, signal);
            return dead || !outcome ? new Promise<never>(() => {}) : outcome;
          },
        };
        const dyingStore = overrideStore(store, {
          transaction: (work) => (dead ? new Promise(() => {}) : store.allTenants.transaction(work)),
        });
        const first = await createDeliveryEngine({
          transport: dying,
          clock,
          store: dyingStore,
          settings,
          seed,
          nodeId: 'a',
        });
        const second = await createDeliveryEngine({ transport, clock, store, settings, seed: seed + 1, nodeId: 'b' });
        await first.webhooks.create(admin, { webhooks: receivers.map(element) });
        for (let event = 0; event < events; event += 1) {
          await (event % 2 === 0 ? first : second).notifications.notify(tag);
        }
        await first.pass(diesAfter);
        dead = true;
        await second.pass(30 * MINUTE);

        expect(await store.count('deliveries', { status: { in: ['pending', 'leased'] } })).toBe(0);
        expect(await store.count('deliveries', {})).toBe(events * receivers.length);
        const sent = new Map<string, number>();
        for (const { id } of log) sent.set(id, (sent.get(id) ?? 0) + 1);
        expect(sent.size).toBe(events * receivers.length);
        for (const delivery of await store.find('deliveries')) {
          expect(await store.count('attempts', { deliveryId: delivery.id })).toBe(delivery.attempts);
        }
        for (const endpointQueue of await store.find('endpointQueues'))
          expect(endpointQueue).toMatchObject({ pending: 0, nextDueAt: null });
      }),
      { numRuns: 25 },
    );
  });
});
