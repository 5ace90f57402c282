/** The orders and reports between the main program and the host processes that it starts. */

/** The moments of a transaction at which a host can stop itself. */
export type StandstillPlace = 'publishing' | 'claiming' | 'recording';

/** What wakes the hosts of a run, and whose pool their stores use. */
export interface HostSetup {
  readonly connectionString: string;
  /** `host`: a pool that the host brings, and to which it adds no listener of its own. */
  readonly pool: 'own' | 'host';
  readonly engine?: { readonly kind: 'pg-boss' } | { readonly kind: 'bullmq'; readonly url: string } | undefined;
  /** Whether transactions have the limits that they have by default, or none. */
  readonly limits: boolean;
}

/** What a host is told. */
export type HostOrder =
  | { readonly kind: 'open'; readonly name: string; readonly setup: HostSetup }
  /** Makes webhooks to these addresses. */
  | { readonly kind: 'subscribe'; readonly urls: readonly string[] }
  /**
   * Publishes notifications, evenly, until told otherwise. Does not wait for one before the next.
   */
  | {
      readonly kind: 'publish';
      readonly perSecond: number;
      readonly count: number;
      /** What their tags begin with. @default the name of the host */
      readonly name?: string;
    }
  | { readonly kind: 'stop-publishing' }
  /** Stops itself (SIGSTOP) with the next transaction of this kind, after its writes and before its commit. */
  | { readonly kind: 'stand-still'; readonly at: StandstillPlace }
  | { readonly kind: 'close' };

/** What a host says. */
export type HostReport =
  | { readonly kind: 'ready' | 'opened' | 'subscribed' | 'standing-still' | 'closed' }
  /** Notifications whose `notify` has resolved, by their tags. */
  | { readonly kind: 'taken'; readonly tags: readonly string[] }
  /** Notifications whose `notify` has rejected, by code. */
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
