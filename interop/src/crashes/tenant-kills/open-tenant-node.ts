import { type Clock, createPortcullis, createStaticSecretKeys, type Portcullis, type Store } from '@portcullis/core';
import { createFakeTransport, createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { clockAhead, storeOf } from '../kill-matrix/open-instance.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** Milliseconds that a removal waits until other nodes know of it. There are no other nodes here. */
const REMOVAL_DELAY_MS = 2000;

/** An instance, and its store for checks. */
export interface TenantNode {
  readonly portcullis: Portcullis;
  readonly store: Store;
}

/** Opens an instance on a store, or on one of the given kind. */
export async function openTenantNode(order: StoreOrder | Store, aheadMs = 0): Promise<TenantNode> {
  const store = 'kind' in order ? storeOf(order) : order;
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(createSimulatedPlatform())],
    store,
    transport: createFakeTransport(() => 500),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    settings: { recurringValidationPeriodMs: 0 },
    clock: withoutRemovalDelay(clockAhead(aheadMs)),
  });
  return { portcullis, store };
}

function withoutRemovalDelay(clock: Clock): Clock {
  return { ...clock, after: (ms, action) => clock.after(ms === REMOVAL_DELAY_MS ? 1 : ms, action) };
}
