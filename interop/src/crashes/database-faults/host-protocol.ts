/** The orders and reports between the main program and the host processes that it starts. */

/** The kinds of transaction in which a host can suspend itself. */
export type SuspensionPoint = 'publishing' | 'claiming' | 'recording';

/** The engine that wakes the hosts of a run, and the owner of their stores' pool. */
export interface HostSetup {
  /** A database of PostgreSQL or MariaDB. */
  readonly connectionString: string;
  /** `host`: a pool of the host, without a listener. */
  readonly pool: 'own' | 'host';
  readonly engine?: { readonly kind: 'pg-boss' } | { readonly kind: 'bullmq'; readonly url: string } | undefined;
  /** True if transactions have the default limits, false for none. */
  readonly limits: boolean;
}

/** The order for a host. */
export type HostOrder =
  | { readonly kind: 'open'; readonly name: string; readonly setup: HostSetup }
  /** Creates webhooks for these addresses. */
  | { readonly kind: 'subscribe'; readonly urls: readonly string[] }
  /** Publishes notifications at a constant rate until it is stopped, without waiting for earlier ones. */
  | {
      readonly kind: 'publish';
      readonly perSecond: number;
      readonly count: number;
      /** The prefix of their tags. @default the name of the host */
      readonly name?: string;
    }
  | { readonly kind: 'stop-publishing' }
  /** Suspends itself (SIGSTOP) in the next transaction of this kind, after its writes and before its commit. */
  | { readonly kind: 'suspend'; readonly at: SuspensionPoint }
  | { readonly kind: 'close' };

/** The report of a host. */
export type HostReport =
  | { readonly kind: 'ready' | 'opened' | 'subscribed' | 'suspended' | 'closed' }
  /** Notifications whose `notify` has resolved, by their tags. */
  | { readonly kind: 'taken'; readonly tags: readonly string[] }
  /** Notifications whose `notify` has rejected, by code. */
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
