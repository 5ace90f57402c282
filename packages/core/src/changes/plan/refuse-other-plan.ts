import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Plan } from './plan.ts';

/**
 * Refuses a change whose plan differs from the one that the caller has seen.
 *
 * @param ifPlan - the hash in the header `If-Plan`; undefined: any plan is accepted.
 * @throws ServiceError `PLAN_CHANGED` (412)
 */
export function refuseOtherPlan(ifPlan: string | undefined, plan: Plan): void {
  if (ifPlan === undefined || ifPlan === plan.hash) return;
  throw new ServiceError(
    'PLAN_CHANGED',
    `The plan has changed since the dry run: its hash is now ${plan.hash}. Repeat the dry run, read the new plan, and send its hash.`,
    {
      details: { sentPlan: ifPlan, currentPlan: plan.hash },
    },
  );
}
