import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import type { CrashPlace } from './crash-place.ts';

/** What a process does once its instance is open. */
export type Work =
  /** Publishes notifications: so many, or one after the other until it dies. */
  | { readonly kind: 'notify'; readonly count: number }
  /** Publishes at this pace until it dies. */
  | { readonly kind: 'publish'; readonly perSecond: number }
  /** Sends the newest record of the history again. */
  | { readonly kind: 'retry' }
  /** Puts back what was given up. */
  | { readonly kind: 'recover' }
  /** Gives the webhook another secret. */
  | { readonly kind: 'rotate' }
  /** What opening an instance brings with it. */
  | { readonly kind: 'nothing' };

/** What wakes nodes that share a store. */
export type EngineOrder = { readonly kind: 'pg-boss' } | { readonly kind: 'bullmq'; readonly url: string };

/** How an instance is opened. */
export interface NodeOrder {
  readonly store: StoreOrder;
  /** Milliseconds that its clock is ahead, so that the leases of the dead have run out. */
  readonly aheadMs: number;
  /** Whether it delivers in a thread. @default false */
  readonly inThread?: boolean;
  /** @default the store itself wakes */
  readonly engine?: EngineOrder;
  /** Whether what is given up waits for somebody. @default false: it is tried again at once */
  readonly noRetries?: boolean;
  /** Whether old records are forgotten at once. @default false */
  readonly forgets?: boolean;
  /** Whether store, delivery options and settings are the defaults. @default false: short waits, small pools */
  readonly defaults?: boolean;
}

/** What a process is to do before it dies. */
export interface VictimOrder extends NodeOrder {
  readonly work: Work;
  /** Left out where somebody else kills it. */
  readonly place?: CrashPlace | undefined;
}

/** What a process says. */
export type VictimReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'working' }
  /** A notification is published, as far as its publisher knows. */
  | { readonly kind: 'published'; readonly eventId: number }
  /** An attempt is recorded. */
  | { readonly kind: 'attempted' }
  | { readonly kind: 'failed'; readonly message: string };
