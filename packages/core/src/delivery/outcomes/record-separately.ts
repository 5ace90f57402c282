import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { Settings } from '../../options/settings.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import { createFailureWindow } from '../breaker/failure-window.ts';
import type { EndedDelivery } from './ended-delivery.ts';
import { type RecordedOutcomes, recordOutcomes } from './record-outcomes.ts';

/** Dependencies of {@link recordSeparately}. */
export interface RecordSeparatelyDependencies {
  readonly store: AllTenantsStore;
  readonly random: Random;
  readonly policy: RetryPolicy;
}

/** Records outcomes in a transaction of their own, apart from the batches of the dispatcher. */
export function recordSeparately(
  { store, random, policy }: RecordSeparatelyDependencies,
  ended: readonly EndedDelivery[],
  context: { readonly now: number; readonly settings: ReadonlyMap<string, Settings> },
): Promise<RecordedOutcomes> {
  return store.transaction((transaction) =>
    recordOutcomes(transaction, ended, {
      ...context,
      policy,
      fraction: () => random.fraction(),
      window: createFailureWindow(policy.breaker),
    }),
  );
}
