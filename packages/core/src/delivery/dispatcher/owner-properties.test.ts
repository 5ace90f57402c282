import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Behaviour } from '../../../tests/scripted-transport.ts';
import { endpointQueue, excessOf, script } from '../../../tests/support/any-endpoint-queue.ts';
import {
  DEADLINE_MS,
  liveOnTwoNodes,
  PER_RECEIVER,
  type Subscriber,
} from '../../../tests/support/live-on-two-nodes.ts';
import { changes, notifies, passes } from '../../../tests/support/node-step.ts';

const NUM_RUNS = process.env.PORTCULLIS_TESTS === 'sampled' ? 3 : 25;
/** A history of two weeks on two nodes is much to do for a machine that does other things as well. */
const TIMEOUT_MS = 900_000;

it(
  'after any changes by owners on two nodes, nothing is lost, caps, rates and order hold, and copies are signed',
  async () => {
    const all = fc.tuple(
      fc.array(endpointQueue, { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(passes, notifies('tagCreated', 9), changes), { minLength: 5, maxLength: 30 }),
      fc.integer(),
    );
    await fc.assert(
      fc.asyncProperty(all, async ([endpointQueues, steps, seed]) => {
        const { log, transport, store, secrets, mostOf, maxOnNode } = await liveOnTwoNodes(endpointQueues, steps, seed);
        const notified = steps.reduce((sum, each) => sum + (each.kind === 'notify' ? each.count : 0), 0);
        const deliveries = await store.find('deliveries');
        expect(deliveries).toHaveLength(notified * endpointQueues.length);
        for (const { id, status, attempts } of deliveries) {
          expect(['succeeded', 'exhausted']).toContain(status);
          expect(await store.count('attempts', { deliveryId: id })).toBe(attempts);
        }
        expect(log).toHaveLength(await store.count('attempts', {}));
        for (const each of await store.find('endpointQueues')) {
          expect(each).toMatchObject({ pending: 0, overflow: 0, held: 0, nextDueAt: null });
        }
        const events = new Map((await store.find('events')).map((event) => [event.id, event.publicId]));
        expect(maxOnNode).toBeLessThanOrEqual(PER_RECEIVER);
        for (const [index, { delivery }] of endpointQueues.entries()) {
          const own = log.filter((entry) => entry.receiver === index);
          const { ratePerSecond, maxInFlight = 2 * PER_RECEIVER, ordered = false } = delivery;
          expect(mostOf(index)).toBeLessThanOrEqual(ordered ? 1 : maxInFlight);
          if (ratePerSecond !== undefined) {
            const burst = Math.max(1, Math.floor(ratePerSecond / 10));
            expect(
              excessOf(
                own.map(({ at }) => at),
                ratePerSecond,
              ),
            ).toBeLessThanOrEqual(burst + 1e-6);
          }
          if (ordered) {
            const inOrder = deliveries
              .filter(({ webhookId }) => webhookId === index + 1)
              .map(({ eventId }) => `${events.get(eventId)}_${index + 1}`);
            const runs = own.filter(({ id }, place) => id !== own[place - 1]?.id).map(({ id }) => id);
            expect(runs).toEqual(inOrder);
          }
        }
        for (const [place, { headers, body }] of transport.requests.entries()) {
          const { receiver: index, at } = log[place] ?? { receiver: -1, at: 0 };
          // The newest one; at the moment of a change it may be either.
          const valid = (secrets[index] ?? []).filter(({ from }, order, own) => {
            const replacedAt = own[order + 1]?.from ?? Number.POSITIVE_INFINITY;
            return from <= at && at <= replacedAt;
          });
          const signatures = valid.map(
            ({ secret }) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
          );
          expect(signatures).toContain(headers['x-hub-signature-256']);
        }
      }),
      { numRuns: NUM_RUNS, endOnFailure: true },
    );
  },
  TIMEOUT_MS,
);

it(
  'a receiver that answers starves on neither of two nodes, with any traffic and changes of other webhooks',
  async () => {
    const others = fc.record<Subscriber>({
      script: fc.oneof(fc.constant<readonly Behaviour[]>(['hangs']), script),
      delivery: fc.constant({}),
      subscribes: fc.constant(['tagCreated']),
    });
    const own: Subscriber = {
      script: [{ status: 200, afterMs: 10 }],
      delivery: {},
      subscribes: ['tagDeleted'],
    };
    const step = fc.oneof(passes, notifies('tagCreated', 24), notifies('tagDeleted', 2), changes);
    const all = fc.tuple(
      fc.array(others, { minLength: 2, maxLength: 3 }),
      fc.nat(3),
      fc.array(step, { minLength: 5, maxLength: 15 }),
      fc.integer(),
    );
    await fc.assert(
      fc.asyncProperty(all, async ([rest, at, steps, seed]) => {
        const place = at % (rest.length + 1);
        const endpointQueues = rest.toSpliced(place, 0, own);
        const unpaused = steps.filter(
          (each) => each.kind !== 'pause' || each.receiver % endpointQueues.length !== place,
        );
        const { log, store, notifiedAt } = await liveOnTwoNodes(endpointQueues, unpaused, seed);
        const events = new Map((await store.find('events')).map((event) => [event.id, event.publicId]));
        const waits = (await store.find('deliveries', { where: { webhookId: place + 1 } })).map(({ eventId }) => {
          const [sent, ...again] = log.filter(({ id }) => id === `${events.get(eventId)}_${place + 1}`);
          expect(sent).toBeDefined();
          expect(again).toEqual([]);
          return { from: notifiedAt.get(eventId) ?? 0, to: sent?.at ?? 0, endedAt: sent?.endedAt ?? 0 };
        });
        for (const { from, to } of waits) {
          const together = waits.filter((other) => other.from <= from && other.endedAt >= from).length;
          // Others may hold all permits, though none for longer than the deadline, each time that this endpoint queue waits for its turn.
          expect(to - from).toBeLessThanOrEqual(together * (DEADLINE_MS + 10));
        }
      }),
      { numRuns: NUM_RUNS, endOnFailure: true },
    );
  },
  TIMEOUT_MS,
);
