import type { Change } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { KeepResponse } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { OperationResponse } from '../views/integration-views.ts';
import type { CreationRun } from './operation-run.ts';
import { type Conclusion, runInBackground } from './run-operation.ts';
import { type CreatingRequest, storeCreating } from './store-creating.ts';

/** A creation or an adoption that has passed its validation. */
export interface PlannedCreation extends Omit<CreatingRequest, 'keep'> {
  readonly listed: readonly ListedObject[];
  readonly changes: readonly Change[];
}

/** Stores a creation or an adoption as `creating`, and applies it in the background. */
export async function startCreation(
  dependencies: IntegrationDependencies,
  context: RequestContext,
  operationContext: OperationContext,
  { report, listed, changes, plan, claims }: PlannedCreation,
  options: {
    readonly ifPlan: string | undefined;
    readonly keep: KeepResponse;
    readonly apply: (run: CreationRun, signal: AbortSignal) => Promise<Conclusion>;
  },
): Promise<OperationResponse> {
  const { ifPlan, keep, apply } = options;
  refuseOtherPlan(ifPlan, plan);
  const creating = { report, plan, claims, keep };
  const { response, ...stored } = await storeCreating(dependencies, context, operationContext, creating);
  const run = { ...stored, operationContext };
  runInBackground(dependencies, run, (signal) => apply({ ...run, report, listed, changes }, signal));
  return response;
}
