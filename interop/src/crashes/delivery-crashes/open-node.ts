import {
  type Clock,
  createAddressGuard,
  createPortcullis,
  createStaticSecretKeys,
  createUndiciTransport,
  type HttpTransport,
  type Portcullis,
  type Store,
} from '@portcullis/core';
import { clockAhead, storeOf } from '../kill-matrix/open-instance.ts';
import { defaultStoreOf } from './default-store.ts';
import { queueOf } from './queue-of.ts';
import type { NodeOrder } from './victim-protocol.ts';

/** The wrappers between an instance and its store and transport. */
export interface NodeWrappers {
  store(inner: Store): Store;
  transport(inner: HttpTransport): HttpTransport;
}

/** An instance, and its store for checks. */
export interface OpenNode {
  readonly portcullis: Portcullis;
  readonly store: Store;
}

const NO_WRAPPERS: NodeWrappers = { store: (inner) => inner, transport: (inner) => inner };

/**
 * Engines use the time of their servers, which is far behind a node's advanced clock. Nodes therefore check due work
 * themselves.
 */
const RECONCILE_MS = 500;

/** Receivers listen on the loopback address here. */
export const ALLOW = [{ cidr: '127.0.0.1/32' }];

/**
 * Opens an instance that delivers to receivers on this machine.
 *
 * @param clock - @default the system clock, advanced by the time in the order
 */
export async function openNode(
  order: NodeOrder,
  wrappers: NodeWrappers = NO_WRAPPERS,
  clock: Clock = clockAhead(order.aheadMs),
): Promise<OpenNode> {
  const queue = queueOf(order, clock);
  const store = wrappers.store(order.defaults ? defaultStoreOf(order.store) : storeOf(order.store));
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    clock,
    ...(queue && { queue }),
    transport: wrappers.transport(createUndiciTransport({ clock, guard: createAddressGuard({ allow: ALLOW }) })),
    webhooks: {
      allow: ALLOW,
      ...(!order.defaults && { concurrencyPerEndpoint: 8, manualRetriesPerMinute: 1000 }),
      ...(order.engine && { reconcileMs: RECONCILE_MS }),
      ...(order.inThread && { thread: { module: new URL('./thread.ts', import.meta.url), data: { order } } }),
    },
    settings: {
      recurringValidationPeriodMs: 0,
      ...(!order.defaults && {
        webhookAutomaticRetry: !order.noRetries,
        webhookRetrySchedule: Array.from({ length: 30 }, () => 20),
        webhookDeadlineMs: 60_000,
      }),
    },
  });
  return { portcullis, store };
}

/** Opens the nodes that continue the work of dead processes: one, or two if they can share the store. */
export async function openSuccessors(order: NodeOrder): Promise<readonly [OpenNode, ...OpenNode[]]> {
  const first = await openNode(order);
  return first.store.shared ? [first, await openNode(order)] : [first];
}
