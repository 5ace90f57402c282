import { failed, type Remediation, type TestOutcome } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { denialHelp } from '../failures/denying-policy.ts';
import { NEEDED_ACTIONS, type NeededAction, type PolicyScope } from '../permissions/needed-actions.ts';
import { policyOf, statementsFor } from '../permissions/policy.ts';

/** Returns the remedy for missing actions: a policy for an administrator to attach. */
export function missingActionsRemedy(
  actions: readonly Pick<NeededAction, 'action' | 'on'>[],
  config: PolicyScope,
): Remediation {
  return {
    statements: [JSON.stringify(policyOf(statementsFor(actions, config)), null, 2)],
    runAs: `an IAM administrator of account ${config.awsAccountId}, who attaches this policy to the service's credentials`,
  };
}

/**
 * Returns the remedy for a refusal of AWS to one action: the policy that allows it, or the party that can allow it if another
 * kind of policy denies it.
 */
export function refusalRemedy(
  refusal: string,
  action: Pick<NeededAction, 'action' | 'on'>,
  config: PolicyScope,
): { readonly help: string } | { readonly remediation: Remediation } {
  const help = denialHelp(refusal);
  return help === undefined ? { remediation: missingActionsRemedy([action], config) } : { help };
}

/**
 * Runs a check that needs one action. If the action is not allowed, the outcome names it and contains the policy that
 * allows it.
 */
export async function withRemedy(
  action: Pick<NeededAction, 'action' | 'on'>,
  config: PolicyScope,
  check: () => Promise<TestOutcome>,
): Promise<TestOutcome> {
  try {
    return await check();
  } catch (error) {
    const failure = classifyError(error);
    if (failure?.class !== 'missing-grant') throw error;
    const reason = NEEDED_ACTIONS.find((each) => each.action === action.action && each.on === action.on)?.why;
    const message = `The credentials lack ${action.action}${reason ? ` (${reason})` : ''}. AWS says: ${failure.message}`;
    return failed(message, { failureClass: failure.class, ...refusalRemedy(failure.message, action, config) });
  }
}
