import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import {
  APPLICATION_ADMIN,
  type Clock,
  createPortcullis,
  createStaticSecretKeys,
  createSystemClock,
  type Portcullis,
  type Store,
  type TransportOutcome,
} from '@portcullis/core';
import { createFakeTransport, type FakeTransport } from '@portcullis/testing';
import type { Account } from './account.ts';
import { createPublisher, type Publisher, type Refusal } from './create-publisher.ts';
import { LONG_RESPONSE } from './long-response.ts';

/** The location of a store, and functions that use up and free its space. */
export interface Ground {
  /** Creates a store there that is not open yet. */
  store(): Store;
  fill(store: Store): Promise<void>;
  free(store: Store): Promise<void>;
}

/** Requests that are running when the space ends. */
export const UNDER_WAY = 32;
const WEBHOOKS = 4;
/** Notifications before the space is used up: more deliveries than can run concurrently. */
const BEFORE = 20;
/** Publishers that continue while space is used up, until they are rejected. */
const WRITERS = 4;
/** Maximum number of notifications of each publisher if none is rejected. */
const MAX_EACH = 500;
/** Notifications when there is no space. */
const AFTER = 10;
const TIMEOUT_MS = 120_000;
/** Milliseconds between two looks at what is waited for: without them, the wait would keep a core busy. */
const LOOK_MS = 5;
/** Milliseconds after which the dispatcher, which tries once a second, reports a failure again. Leases end earlier. */
const REPORTED_AGAIN_MS = 60_000;

const context = { principal: { id: 1, name: 'Operator', permissions: [APPLICATION_ADMIN], groups: [] } };

/** Lets an instance with many running deliveries run out of space, and continue once there is space again. */
export async function liveThroughFullDisk(ground: Ground): Promise<Account> {
  const store = ground.store();
  let respond!: (outcome: TransportOutcome) => void;
  const responded = new Promise<TransportOutcome>((resolve) => {
    respond = resolve;
  });
  // Later requests get short responses, whose records fit into the reserved space.
  const transport = createFakeTransport(() => (transport.requests.length <= UNDER_WAY ? responded : 200));
  const { clock, skip } = createSkippingClock();
  const portcullis = await createInstance(store, transport, clock);
  const reported: string[] = [];
  portcullis.events.on('background.error', ({ task, message }) => reported.push(`${task}: ${message}`));
  const publisher = createPublisher(portcullis);
  const { accepted, refused } = publisher;
  try {
    await publisher.notifyAtOnce(BEFORE);
    await until('all connections were in use', () => transport.open === UNDER_WAY);
    await Promise.all([ground.fill(store), ...Array.from({ length: WRITERS }, () => notifyUntilRefused(publisher))]);
    const meanwhile = codesOf(refused);

    respond(LONG_RESPONSE);
    await until('the failure was reported', () => reported.length >= 1);
    skip(REPORTED_AGAIN_MS);
    await until('the next failure was reported', () => reported.length >= 2);
    const known = { accepted: accepted.length, refused: refused.length };
    await publisher.notifyAtOnce(AFTER);
    const after = codesOf(refused.slice(known.refused));
    const acceptedAfter = accepted.length - known.accepted;
    const full = {
      sent: transport.requests.length,
      recorded: await store.count('attempts', {}),
      leased: await store.count('deliveries', { status: 'leased' }),
      reported: [...new Set(reported)],
    };

    await ground.free(store);
    const missed = [...refused];
    const acceptedBefore = accepted.length;
    await Promise.all(missed.map(({ key }) => publisher.notify(key)));
    const again = { refused: missed.length, accepted: accepted.length - acceptedBefore };
    const open = { status: { in: ['pending', 'leased'] } };
    await until('no delivery was due', async () => (await store.count('deliveries', open)) === 0);
    await portcullis.close();
    const end = await endOf(ground.store(), accepted, transport);
    return { refusedWith: { meanwhile, after }, acceptedAfter, full, again, end };
  } finally {
    await portcullis.close({ deadlineMs: 0 });
  }
}

/** The clock of the system, and a function that advances it. */
function createSkippingClock(): { readonly clock: Clock; skip(milliseconds: number): void } {
  const system = createSystemClock();
  let skipped = 0;
  return {
    clock: { ...system, now: () => system.now() + skipped, monotonic: () => system.monotonic() + skipped },
    skip(milliseconds) {
      skipped += milliseconds;
    },
  };
}

async function createInstance(store: Store, transport: FakeTransport, clock: Clock): Promise<Portcullis> {
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    clock,
    transport,
    webhooks: { concurrency: UNDER_WAY, concurrencyPerEndpoint: UNDER_WAY / WEBHOOKS },
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  const webhooks = Array.from({ length: WEBHOOKS }, (_each, place) => ({
    url: `https://hooks.example.com/${place}`,
    name: `Audit ${place}`,
    global: true,
    notificationType: ['tagCreated'],
    actionType: null,
  }));
  await portcullis.webhooks.create(context, { webhooks });
  return portcullis;
}

async function notifyUntilRefused({ notify }: Publisher): Promise<void> {
  for (let count = 0; count < MAX_EACH && (await notify()); count += 1) await turn();
}

async function endOf(store: Store, accepted: readonly number[], { requests }: FakeTransport): Promise<Account['end']> {
  await store.open();
  const stored = (await store.find('events', { where: { kind: 'tagCreated' } })).map(({ id }) => id);
  const deliveries = await store.find('deliveries');
  const endpointQueues = await store.find('endpointQueues');
  const attempts = await store.count('attempts', { succeeded: true });
  await store.close();
  const ids = requests.map(({ headers }) => String(headers['webhook-id']));
  return {
    lost: accepted.filter((id) => !stored.includes(id)),
    unknown: stored.filter((id) => !accepted.includes(id)),
    deliveries: deliveries.length,
    expected: accepted.length * WEBHOOKS,
    notDelivered: deliveries.filter(({ status }) => status !== 'succeeded').length,
    sentTwice: ids.filter((id, place) => ids.indexOf(id) !== place),
    attempts,
    waiting: endpointQueues.reduce((sum, { pending, held, overflow }) => sum + pending + held + overflow, 0),
  };
}

function codesOf(refused: readonly Refusal[]): string[] {
  return [...new Set(refused.map(({ code }) => code))];
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await pause(LOOK_MS);
  }
}
