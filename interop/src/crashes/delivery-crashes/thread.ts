/** The delivery thread of a process: on the same store, with a clock that is ahead by the same time. */
import { workerData } from 'node:worker_threads';
import { createAddressGuard, createStaticSecretKeys, createUndiciTransport, runDispatcher } from '@portcullis/core';
import { clockAhead, storeOf } from '../kill-matrix/open-instance.ts';
import { defaultStoreOf } from './default-store.ts';
import { ALLOW } from './open-node.ts';
import type { NodeOrder } from './victim-protocol.ts';

const { order } = workerData as { readonly order: NodeOrder };
const clock = clockAhead(order.aheadMs);

await runDispatcher({
  store: order.defaults ? defaultStoreOf(order.store) : storeOf(order.store),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  clock,
  transport: createUndiciTransport({ clock, guard: createAddressGuard({ allow: ALLOW }) }),
});
