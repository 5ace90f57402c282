import { createFakeClock } from '@portcullis/testing';
import { expect } from 'vitest';
import { createMemoryStore } from '../../src/adapters/memory-store/create-memory-store.ts';
import type { HttpTransport } from '../../src/ports/http-transport.ts';
import { admin, createDeliveryEngine } from '../delivery-engine.ts';
import { createScriptedTransport } from '../scripted-transport.ts';
import type { EndpointQueue } from './any-endpoint-queue.ts';
import { endpointQueueCounts } from './endpoint-queue-counts.ts';
import type { NodeStep } from './node-step.ts';
import { overrideStore } from './override-store.ts';
import { webhookBody } from './webhook-body.ts';

const DAY = 86_400_000;
/** Maximum response time of a receiver, in milliseconds. */
export const DEADLINE_MS = 1000;
/** Concurrent deliveries of a node: fewer than those that its receivers may have in progress together. */
const PLACES = 6;
/** Concurrent deliveries of a node for one receiver, unless the receiver permits fewer. */
export const PER_RECEIVER = 4;
/**
 * Days after which all deliveries have ended. An ordered endpoint queue whose receiver never responds makes one attempt
 * in a quarter of an hour, four for each delivery.
 */
const MAX_DAYS = 14;
const settings = {
  // Nothing is disabled during this time, because its waiting deliveries would be held.
  webhookDisableAfterDays: 0,
  webhookRetrySchedule: [1000, 20_000, 300_000],
  webhookDeadlineMs: DEADLINE_MS,
};

/** A receiver and its subscription. */
export interface Subscriber extends EndpointQueue {
  /** @default everything */
  readonly subscribes?: readonly string[];
}

/** Runs all steps on two nodes that share a store, and advances the time until all deliveries have ended. */
export async function liveOnTwoNodes(endpointQueues: readonly Subscriber[], steps: readonly NodeStep[], seed: number) {
  const clock = createFakeClock();
  const scripted = createScriptedTransport(
    clock,
    endpointQueues.map((each) => each.script),
  );
  const underWay = new Map<string, number>();
  /** The maximum number of concurrent deliveries of a node for a receiver. */
  let maxOnNode = 0;
  const transportOf = (nodeId: string): HttpTransport => ({
    ...scripted.transport,
    async send(request, signal) {
      const key = `${nodeId} ${request.url}`;
      const count = (underWay.get(key) ?? 0) + 1;
      underWay.set(key, count);
      maxOnNode = Math.max(maxOnNode, count);
      return scripted.transport.send(request, signal).finally(() => underWay.set(key, (underWay.get(key) ?? 1) - 1));
    },
  });
  const startNode = (nodeId: string, nodeSeed: number) => {
    const webhooks = { concurrency: PLACES, concurrencyPerEndpoint: PER_RECEIVER };
    const transport = transportOf(nodeId);
    return createDeliveryEngine({ transport, clock, store, settings, webhooks, seed: nodeSeed, nodeId });
  };
  const store = overrideStore(createMemoryStore(), { shared: true });
  const nodes = [await startNode('a', seed), await startNode('b', seed + 1)] as const;
  const engineOf = (number: number) => nodes[number % 2] ?? nodes[0];
  const untilIdle = () => Promise.all(nodes.map((each) => each.untilIdle()));
  const pass = async (milliseconds: number) => {
    await untilIdle();
    let isOver = false;
    clock.after(milliseconds, () => {
      isOver = true;
    });
    while (!isOver && clock.advanceToNext()) await untilIdle();
  };
  /** Secrets of each receiver with their start times, the newest last. */
  const secrets = endpointQueues.map((_each, index) => [{ secret: `first secret of receiver ${index}`, from: 0 }]);
  await nodes[0].webhooks.create(admin, {
    webhooks: endpointQueues.map(({ delivery, subscribes }, index) =>
      webhookBody({
        name: `Receiver ${index}`,
        url: `https://hooks.example.com/${index}`,
        secret: secrets[index]?.[0]?.secret,
        delivery,
        ...(subscribes && { notificationType: subscribes }),
      }),
    ),
  });
  /** The notification time of each event. */
  const notifiedAt = new Map<number, number>();
  const change = (of: { readonly node: number; readonly receiver: number }, body: object) =>
    engineOf(of.node).webhooks.update(admin, (of.receiver % endpointQueues.length) + 1, body);
  for (const each of steps) {
    if (each.kind === 'pass') await pass(each.ms);
    if (each.kind === 'notify') {
      const { notifications } = engineOf(each.node);
      const tag = { kind: each.of, metadata: { tagName: 'PII' } } as const;
      const published = Array.from({ length: each.count }, () => notifications.notify(tag));
      for (const { eventId } of await Promise.all(published)) notifiedAt.set(eventId, clock.now());
    }
    if (each.kind === 'pause') await change(each, { paused: true });
    if (each.kind === 'go on') await change(each, { paused: false });
    if (each.kind === 'rotate') {
      const own = secrets[each.receiver % endpointQueues.length] ?? [];
      const secret = `secret ${own.length} of receiver ${each.receiver % endpointQueues.length}`;
      await change(each, { secret, secretOverlapHours: 1 });
      own.push({ secret, from: clock.now() });
    }
  }
  const { counted, found } = await endpointQueueCounts(store);
  expect(counted).toEqual(found);
  for (const index of endpointQueues.keys()) await change({ node: 0, receiver: index }, { paused: false });
  const open = { status: { in: ['pending', 'leased', 'held'] } };
  // At least a day: nothing may follow an end.
  for (let days = 0; days === 0 || (days < MAX_DAYS && (await store.count('deliveries', open)) > 0); days += 1) {
    await pass(DAY);
  }
  return { ...scripted, store, secrets, maxOnNode, notifiedAt };
}
