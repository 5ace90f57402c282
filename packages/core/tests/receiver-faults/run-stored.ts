import type { Socket } from 'node:net';
import { createMemoryStore } from '../../src/adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../src/adapters/static-secret-keys.ts';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import { createSystemRandom } from '../../src/adapters/system-random.ts';
import type { Portcullis } from '../../src/composition/portcullis.ts';
import { createPortcullis } from '../../src/create-portcullis.ts';
import type { Store } from '../../src/ports/store/store.ts';
import { leaveIdle } from './leave-idle.ts';
import { listen } from './listen.ts';
import type { DeliveryEnd, ReceiverFault } from './receiver-fault.ts';
import { deadlineOf, NOW, transportFor, urlOf } from './run-fault.ts';

/** The end of a delivery in the store of an instance. */
export type StoredEnd = Pick<DeliveryEnd, 'status' | 'code' | 'phase' | 'breaker'> & { readonly next: string };

const context = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] },
} as const;

/** Makes a whole instance deliver to a receiver with this fault, and returns the result in its store. */
export async function runStored(fault: ReceiverFault): Promise<StoredEnd> {
  const receiver = await listen(fault);
  const store = createMemoryStore();
  const sockets: Socket[] = [];
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    transport: transportFor(fault, (socket) => sockets.push(socket)),
    // Removes the time and the jitter from the time of the next attempt.
    clock: { ...createSystemClock(), now: () => NOW },
    random: { ...createSystemRandom(), fraction: () => 0.5 },
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    settings: { webhookDeadlineMs: deadlineOf(fault) },
    // One fault needs a request of 4 MB.
    webhooks: { payloadLimit: 5_000_000 },
    ...(fault.body && {
      host: { shapePayload: () => ({ text: Buffer.from(fault.body ?? []).toString(), metadata: {} }) },
    }),
  });
  try {
    await subscribe(portcullis, store, urlOf(fault, receiver.port));
    for (let count = fault.before ?? 0; count > 0; count -= 1) await deliver(portcullis);
    await leaveIdle(fault, receiver, sockets);
    await deliver(portcullis);
    return await lastEnd(store);
  } finally {
    await portcullis.close();
    await receiver.close();
  }
}

async function subscribe({ webhooks }: Portcullis, store: Store, url: string): Promise<void> {
  await webhooks.create(context, {
    webhooks: [
      {
        name: 'receiver',
        url: 'https://hooks.example.com/',
        global: true,
        notificationType: ['tagCreated'],
        actionType: null,
      },
    ],
  });
  // No webhook accepts some of these addresses. They represent the addresses to which a name resolves.
  await store.update('webhooks', { id: 1 }, { url });
}

async function deliver({ notifications, events }: Portcullis): Promise<void> {
  const ended = new Promise((resolve) => events.once('delivery.attempted', resolve));
  await notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  await ended;
}

async function lastEnd(store: Store): Promise<StoredEnd> {
  const [attempt] = await store.find('attempts', { orderBy: [['id', 'desc']], limit: 1 });
  const [delivery] = await store.find('deliveries', { orderBy: [['id', 'desc']], limit: 1 });
  const [webhook] = await store.find('webhooks');
  if (!attempt || !delivery || !webhook) throw new Error('Nothing was recorded.');
  const { statusCode, errorCode, errorPhase } = attempt;
  return {
    status: statusCode,
    ...(errorCode === null ? {} : { code: errorCode }),
    ...(errorPhase === null ? {} : { phase: errorPhase as NonNullable<DeliveryEnd['phase']> }),
    next: nextOf(delivery.status, delivery.dueAt, webhook.state),
    breaker: breakerOf(webhook),
  };
}

function nextOf(status: string, dueAt: number, state: string): string {
  if (status === 'succeeded') return 'delivered';
  if (status === 'pending') return `again in ${(dueAt - NOW) / 1000} s`;
  return `${status === 'exhausted' ? 'given up' : status}, webhook ${state}`;
}

function breakerOf({
  breakerUntil,
  outageFailures,
  consecutiveFailures,
}: {
  readonly breakerUntil: number | null;
  readonly outageFailures: number;
  readonly consecutiveFailures: number;
}): DeliveryEnd['breaker'] {
  if (breakerUntil !== null) return 'opens at once';
  if (outageFailures > 0) return 'one failure';
  return consecutiveFailures > 0 ? 'responds' : 'healthy';
}
