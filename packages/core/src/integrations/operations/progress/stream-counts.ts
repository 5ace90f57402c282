import { limitReached } from '../../../limits/limit-reached.ts';
import type { TenantLimiter } from '../../../limits/tenant-limiter.ts';

/** The open streams of each tenant on a node. */
export interface StreamCounts {
  /**
   * Counts a stream of a tenant until the returned function is called.
   *
   * @throws ServiceError `TENANT_LIMIT`
   */
  open(tenant: string, limiter: Pick<TenantLimiter, 'limits' | 'report'>): () => void;
}

/** Seconds after which a refused stream can be requested again. */
const RETRY_SECONDS = 5;

/** Creates the {@link StreamCounts} of a node. Streams of a tenant without a limit count, too: it can get one at any time. */
export function createStreamCounts(): StreamCounts {
  const counts = new Map<string, number>();

  const add = (tenant: string, change: number): void => {
    const count = (counts.get(tenant) ?? 0) + change;
    if (count > 0) counts.set(tenant, count);
    else counts.delete(tenant);
  };

  return {
    open(tenant, limiter) {
      const { eventStreams: limit } = limiter.limits();
      if (limit !== undefined && (counts.get(tenant) ?? 0) >= limit) {
        limiter.report('eventStreams', limit);
        throw limitReached('eventStreams', limit, RETRY_SECONDS);
      }
      add(tenant, 1);
      let isOpen = true;
      return () => {
        if (isOpen) add(tenant, -1);
        isOpen = false;
      };
    },
  };
}
