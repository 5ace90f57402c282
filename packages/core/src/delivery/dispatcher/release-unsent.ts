import { abortedOutcome } from '../attempt/attempt-outcome.ts';
import { LEASE_GRACE_MS } from '../claim/lease-grace.ts';
import { recordSeparately } from '../outcomes/record-separately.ts';
import { readClaimed } from './read-claimed.ts';
import type { RecoverInterruptedDependencies } from './recover-interrupted.ts';

/** Dependencies of {@link releaseUnsent}. */
export interface ReleaseUnsentDependencies
  extends Pick<RecoverInterruptedDependencies, 'store' | 'clock' | 'random' | 'settings' | 'nodeId' | 'policy'> {
  /** Returns whether this node is sending a delivery. */
  readonly isRunning: (deliveryId: number) => boolean;
}

/** Milliseconds for which the transaction of a lease may wait for the response to its commit. */
const COMMIT_TIMEOUT_MS = 5000;
/** Maximum number of deliveries in one transaction. */
const SLICE = 500;

/**
 * Returns to their queues the deliveries that this node has leased without knowing it, because the connection to the store broke during the
 * commit. They would otherwise count as interrupted when their leases end, and one that has a single attempt would be lost unsent.
 *
 * @returns the ids of their webhooks.
 */
export async function releaseUnsent(dependencies: ReleaseUnsentDependencies): Promise<readonly number[]> {
  const { store, clock, settings, nodeId, isRunning } = dependencies;
  const now = clock.now();
  const leased = await store.find('deliveries', { where: { status: 'leased', leaseOwner: nodeId }, limit: SLICE });
  const current = await settings.ofAll(leased.map(({ tenant }) => tenant));
  const unsent = leased.filter(({ id, tenant, leaseUntil }) => {
    const { webhookDeadlineMs } = current.get(tenant) ?? settings.base;
    return !isRunning(id) && (leaseUntil ?? now) - webhookDeadlineMs - LEASE_GRACE_MS <= now - COMMIT_TIMEOUT_MS;
  });
  if (unsent.length === 0) return [];
  const claimed = await readClaimed(store, unsent);
  const ended = claimed.map((delivery) => ({
    claimed: delivery,
    attempt: { url: delivery.webhook.url, startedAt: now, endedAt: now, outcome: abortedOutcome() },
  }));
  await recordSeparately(dependencies, ended, { now, settings: current });
  return [...new Set(claimed.map(({ webhook }) => webhook.id))];
}
