import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { CrashPlace } from './crash-place.ts';

/** The work of a process once its instance is open. */
export type Work =
  /** Publishes notifications, each in a transaction of the host if `inTransaction` is true; then all deliveries are claimed. */
  | { readonly kind: 'notify'; readonly count: number; readonly inTransaction?: boolean }
  /** Publishes at this pace until it dies. */
  | { readonly kind: 'publish'; readonly perSecond: number }
  /** Sends the newest record of the history again. */
  | { readonly kind: 'retry' }
  /** Retries deliveries that failed for good. */
  | { readonly kind: 'recover' }
  /** Gives the webhook another secret. */
  | { readonly kind: 'rotate' }
  /** No work beyond the opening of the instance. */
  | { readonly kind: 'nothing' };

/** The engine that wakes nodes that share a store. */
export type EngineOrder = { readonly kind: 'pg-boss' } | { readonly kind: 'bullmq'; readonly url: string };

/** The settings with which an instance is opened. */
export interface NodeOrder {
  readonly store: StoreOrder;
  /** Milliseconds that its clock is ahead, so that the leases of the dead have run out. */
  readonly aheadMs: number;
  /** True when it delivers in a thread. @default false */
  readonly inThread?: boolean;
  /** @default the store itself wakes */
  readonly engine?: EngineOrder;
  /** True when deliveries that were given up wait for an administrator. @default false: they are tried again at once */
  readonly noRetries?: boolean;
  /** True when old records are pruned at once. @default false */
  readonly forgets?: boolean;
  /** True when store, delivery options and settings are the defaults. @default false: short waits, small pools */
  readonly defaults?: boolean;
}

/** The work of a process before it is killed. */
export interface VictimOrder extends NodeOrder {
  readonly work: Work;
  /** Absent when another process kills it. */
  readonly place?: CrashPlace | undefined;
}

/** A report of a process. */
export type VictimReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'working' }
  /** A notification is published, as far as its publisher knows. */
  | { readonly kind: 'published'; readonly eventId: number }
  /** The store had no space for a notification. */
  | { readonly kind: 'refused' }
  /** An attempt is recorded. */
  | { readonly kind: 'attempted' }
  | { readonly kind: 'failed'; readonly message: string };
