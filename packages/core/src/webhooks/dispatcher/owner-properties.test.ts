import { createHmac } from 'node:crypto';
import { createFakeClock } from '@portcullis/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { admin, createDeliveryEngine, webhookBody } from '../../../tests/delivery-engine.ts';
import { createScriptedTransport } from '../../../tests/scripted-transport.ts';
import { excessOf, type Lane, lane } from '../../../tests/support/any-lane.ts';
import { laneCounts } from '../../../tests/support/lane-counts.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { HttpTransport } from '../../ports/http-transport.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const settings = { webhookRetrySchedule: [1000, 20_000, 300_000], webhookDeadlineMs: 1000 };
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** Places of a node: fewer than what may be under way for its receivers together. */
const PLACES = 6;
/** What a node may have under way for one receiver, unless that says less. */
const PER_RECEIVER = 4;

/** Something that an owner or the host does, on one of the nodes. */
type Step =
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'notify'; readonly node: number; readonly count: number }
  | { readonly kind: 'pause' | 'go on' | 'rotate'; readonly node: number; readonly receiver: number };

const node = fc.nat(1);
const receiver = fc.nat(3);
/** Often too little for what hangs to end, and sometimes enough for a secret that was replaced to retire. */
const ms = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 900 }) },
  { weight: 3, arbitrary: fc.integer({ min: 900, max: 40_000 }) },
  { weight: 1, arbitrary: fc.constant(2 * HOUR) },
);
const passes = fc.record({ kind: fc.constant('pass' as const), ms });
const changes = (...kinds: readonly ('pause' | 'go on' | 'rotate')[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), node, receiver });
const notifies = (max: number) =>
  fc.record({ kind: fc.constant('notify' as const), node, count: fc.integer({ min: 1, max }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: passes },
  { weight: 3, arbitrary: notifies(9) },
  { weight: 3, arbitrary: changes('pause', 'go on', 'rotate') },
);

/** Lets two nodes share a store, does everything, and gives deliveries the time to come to their ends. */
async function live(lanes: readonly Lane[], steps: readonly Step[], seed: number) {
  const clock = createFakeClock();
  const scripted = createScriptedTransport(
    clock,
    lanes.map((each) => each.script),
  );
  const open = new Map<string, number>();
  /** The most that a node had under way for a receiver at once. */
  let mostOnNode = 0;
  const transportOf = (nodeId: string): HttpTransport => ({
    ...scripted.transport,
    async send(request, signal) {
      const key = `${nodeId} ${request.url}`;
      const count = (open.get(key) ?? 0) + 1;
      open.set(key, count);
      mostOnNode = Math.max(mostOnNode, count);
      return scripted.transport.send(request, signal).finally(() => open.set(key, (open.get(key) ?? 1) - 1));
    },
  });
  const startNode = (nodeId: string, nodeSeed: number) => {
    const webhooks = { concurrency: PLACES, concurrencyPerEndpoint: PER_RECEIVER };
    const transport = transportOf(nodeId);
    return createDeliveryEngine({ transport, clock, store, settings, webhooks, seed: nodeSeed, nodeId });
  };
  const store = { ...createMemoryStore(), shared: true };
  const nodes = [await startNode('a', seed), await startNode('b', seed + 1)] as const;
  const engineOf = (number: number) => nodes[number % 2] ?? nodes[0];
  const settle = () => Promise.all(nodes.map((each) => each.settle()));
  const pass = async (milliseconds: number) => {
    await settle();
    let isOver = false;
    clock.after(milliseconds, () => {
      isOver = true;
    });
    while (!isOver && clock.advanceToNext()) await settle();
  };
  /** Secrets of each receiver, the newest last, and since when. */
  const secrets = lanes.map((_each, index) => [{ secret: `first secret of receiver ${index}`, from: 0 }]);
  await nodes[0].webhooks.create(admin, {
    webhooks: lanes.map(({ delivery }, index) =>
      webhookBody({
        name: `Receiver ${index}`,
        url: `https://hooks.example.com/${index}`,
        secret: secrets[index]?.[0]?.secret,
        delivery,
      }),
    ),
  });
  const change = (of: { readonly node: number; readonly receiver: number }, body: object) =>
    engineOf(of.node).webhooks.update(admin, (of.receiver % lanes.length) + 1, body);
  for (const each of steps) {
    if (each.kind === 'pass') await pass(each.ms);
    if (each.kind === 'notify') {
      const { notifications } = engineOf(each.node);
      await Promise.all(Array.from({ length: each.count }, () => notifications.notify(tag)));
    }
    if (each.kind === 'pause') await change(each, { paused: true });
    if (each.kind === 'go on') await change(each, { paused: false });
    if (each.kind === 'rotate') {
      const own = secrets[each.receiver % lanes.length] ?? [];
      const secret = `secret ${own.length} of receiver ${each.receiver % lanes.length}`;
      await change(each, { secret, secretOverlapHours: 1 });
      own.push({ secret, from: clock.now() });
    }
  }
  const { counted, found } = await laneCounts(store);
  expect(counted).toEqual(found);
  for (const index of lanes.keys()) await change({ node: 0, receiver: index }, { paused: false });
  await pass(2 * DAY);
  return { ...scripted, store, secrets, mostOnNode };
}

it('whatever owners do on two nodes, nothing is lost, caps, rates and order hold, and copies are signed', async () => {
  const all = fc.tuple(
    fc.array(lane, { minLength: 1, maxLength: 3 }),
    fc.array(step, { minLength: 5, maxLength: 30 }),
    fc.integer(),
  );
  await fc.assert(
    fc.asyncProperty(all, async ([lanes, steps, seed]) => {
      const { log, transport, store, secrets, mostOf, mostOnNode } = await live(lanes, steps, seed);
      const notified = steps.reduce((sum, each) => sum + (each.kind === 'notify' ? each.count : 0), 0);
      const deliveries = await store.find('deliveries');
      expect(deliveries).toHaveLength(notified * lanes.length);
      for (const { id, status, attempts } of deliveries) {
        expect(['succeeded', 'exhausted']).toContain(status);
        expect(await store.count('attempts', { deliveryId: id })).toBe(attempts);
      }
      expect(log).toHaveLength(await store.count('attempts', {}));
      for (const each of await store.find('lanes')) {
        expect(each).toMatchObject({ pending: 0, overflow: 0, held: 0, nextDueAt: null });
      }
      const events = new Map((await store.find('events')).map((event) => [event.id, event.publicId]));
      expect(mostOnNode).toBeLessThanOrEqual(PER_RECEIVER);
      for (const [index, { delivery }] of lanes.entries()) {
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
    { numRuns: 25, endOnFailure: true },
  );
}, 60_000);
