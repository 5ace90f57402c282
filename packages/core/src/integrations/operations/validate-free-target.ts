import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { claimsOf, observedClaim, refuseTaken } from '../target-claims/target-claims.ts';
import { runValidation, type ValidationDependencies } from '../validation/run-validation.ts';
import type { ValidationReport } from '../validation/validate.ts';

/** A validated config and the claims of its target. */
export interface ValidatedTarget {
  readonly report: ValidationReport;
  readonly claims: readonly string[];
}

/**
 * Validates a config for a target that no integration has.
 *
 * @param options.ledger - the objects that are expected to be ours.
 * @param options.editable - false if a failed integration on the target cannot be continued with PUT.
 * @throws ServiceError `TARGET_TAKEN`, `TARGET_CREATION_FAILED`
 */
export async function validateFreeTarget(
  dependencies: ValidationDependencies,
  operationContext: OperationContext,
  options: {
    readonly ledger: readonly ObjectFacts[];
    readonly editable: boolean;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ValidatedTarget> {
  const { definition, target } = operationContext;
  const { ledger, editable, signal } = options;
  const ofConfig = claimsOf(definition.type, target);
  await refuseTaken(dependencies.store, { editable }, ofConfig);
  const validation = { operation: 'create', facts: {}, ledger, signal } as const;
  const report = await runValidation(dependencies, operationContext, validation);
  // Two host names may be the same target, which only the platform can tell.
  const claims = report.identity ? [...ofConfig, observedClaim(definition.type, report.identity)] : ofConfig;
  await refuseTaken(dependencies.store, { editable }, claims);
  return { report, claims };
}
