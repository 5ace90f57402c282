import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { createFailureWindow } from '../breaker/failure-window.ts';
import { type ClaimResult, claim } from '../claim/claim.ts';
import type { HeldTenants } from '../claim/held-tenants.ts';
import type { EndedDelivery } from '../outcomes/ended-delivery.ts';
import { allSucceeded, type RecordedOutcomes, recordOutcomes } from '../outcomes/record-outcomes.ts';
import type { EndpointRequest } from '../scheduling/round-robin-scheduler.ts';
import type { TenantReservation } from '../scheduling/tenant-semaphore.ts';

/** Dependencies of {@link createRecordAndClaim}. */
export interface RecordAndClaimDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly settings: TenantSettings;
  readonly heldTenants: HeldTenants;
  readonly policy: RetryPolicy;
  /** The owner of the leases. */
  readonly nodeId: string;
  /** Maximum number of waiting deliveries in one endpoint queue. */
  readonly backlogLimit: number | undefined;
}

/** Records the outcomes of a batch and claims due deliveries, in one transaction. */
export type RecordAndClaim = (
  batch: readonly EndedDelivery[],
  requests: readonly EndpointRequest[],
  reservation: TenantReservation,
) => Promise<{ readonly recorded: RecordedOutcomes; readonly claims: readonly ClaimResult[] }>;

/** Creates the {@link RecordAndClaim} of a node. */
export function createRecordAndClaim({
  store,
  clock,
  random,
  settings,
  heldTenants,
  policy,
  nodeId,
  backlogLimit,
}: RecordAndClaimDependencies): RecordAndClaim {
  const window = createFailureWindow(policy.breaker);

  return async (batch, requests, reservation) => {
    // This also makes the version of all tenants known, which a transaction would read for itself only.
    const current = await settings.ofAll(batch.map(({ claimed }) => claimed.webhook.tenant));
    return store.transaction(
      async (transaction) => {
        // The store may run it again.
        reservation.releaseUnused();
        const now = clock.now();
        const context = { now, settings: current, policy, fraction: () => random.fraction(), window };
        const recording = recordOutcomes(transaction, batch, context);
        if (!allSucceeded(batch)) await recording;
        const rules = { owner: nodeId, now, settings, heldTenants, reservation, backlogLimit };
        const [recorded, claims] = await Promise.all([recording, claim(transaction, requests, rules)]);
        return { recorded, claims };
      },
      { brief: true },
    );
  };
}
