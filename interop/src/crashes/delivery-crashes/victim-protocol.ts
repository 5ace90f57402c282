import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { CrashTrigger } from './crash-trigger.ts';

/** The work that a process does once its instance is open. */
export type Workload =
  /** Publishes notifications, each in a transaction of the host if `inTransaction` is true; then all deliveries are claimed. */
  | { readonly kind: 'notify'; readonly count: number; readonly inTransaction?: boolean }
  /** Publishes at this rate until it is killed. */
  | { readonly kind: 'publish'; readonly perSecond: number }
  /** Sends the newest record of the history again. */
  | { readonly kind: 'retry' }
  /** Retries deliveries that have failed finally. */
  | { readonly kind: 'recover' }
  /** Sets another secret of the webhook. */
  | { readonly kind: 'rotate' }
  /** No work except opening the instance. */
  | { readonly kind: 'nothing' };

/** The engine that wakes nodes that share a store. */
export type EngineOrder = { readonly kind: 'pg-boss' } | { readonly kind: 'bullmq'; readonly url: string };

/** The settings with which an instance is opened. */
export interface NodeOrder {
  readonly store: StoreOrder;
  /** Milliseconds that its clock is ahead, so that the leases of dead processes have expired. */
  readonly aheadMs: number;
  /** True if a thread delivers. @default false */
  readonly inThread?: boolean;
  /** @default the store itself */
  readonly engine?: EngineOrder;
  /** True if failed deliveries wait for an administrator. @default false: they are retried at once */
  readonly noRetries?: boolean;
  /** True if old records are pruned at once. @default false */
  readonly prunesAtOnce?: boolean;
  /** True if store, delivery options and settings are the defaults. @default false: short waits, small pools */
  readonly defaults?: boolean;
}

/** The work of a process before it is killed. */
export interface VictimOrder extends NodeOrder {
  readonly workload: Workload;
  /** Absent if another process kills it. */
  readonly trigger?: CrashTrigger | undefined;
}

/** A report of a process. */
export type VictimReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'working' }
  /** A published notification, as far as its publisher knows. */
  | { readonly kind: 'published'; readonly eventId: number }
  /** The store had no space for a notification. */
  | { readonly kind: 'refused' }
  /** An attempt is recorded. */
  | { readonly kind: 'attempted' }
  | { readonly kind: 'failed'; readonly message: string };
