import type { EvaluationResult } from '@aws-sdk/client-iam';
import type { AwsCalls, Role, SimulatedDecision } from './aws-calls.ts';
import { type ClientSettings, clientConfig } from './client-settings.ts';
import { hasErrorCode } from './has-error-code.ts';

/** Creates the calls of IAM. Source: IAM API reference. */
export async function createIamCalls(
  settings: ClientSettings,
  endpoint: string | undefined,
): Promise<Pick<AwsCalls, 'role' | 'simulate'> & { close(): void }> {
  const { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } = await import('@aws-sdk/client-iam');
  const client = new IAMClient({ ...clientConfig(settings), ...(endpoint ? { endpoint } : {}) });
  return {
    async role(name, abortSignal): Promise<Role | undefined> {
      try {
        const { Role: found } = await client.send(new GetRoleCommand({ RoleName: name }), { abortSignal });
        return found && { arn: String(found.Arn), trustPolicy: decoded(found.AssumeRolePolicyDocument ?? '') };
      } catch (error) {
        if (hasErrorCode(error, 'NoSuchEntityException')) return undefined;
        throw error;
      }
    },
    async simulate({ principal, actions, resource, context }, abortSignal) {
      const command = new SimulatePrincipalPolicyCommand({
        PolicySourceArn: principal,
        ActionNames: [...actions],
        ResourceArns: [resource],
        ContextEntries: Object.entries(context).map(([ContextKeyName, value]) => ({
          ContextKeyName,
          ContextKeyType: 'string' as const,
          ContextKeyValues: [value],
        })),
        MaxItems: 1_000,
      });
      const { EvaluationResults = [] } = await client.send(command, { abortSignal });
      return new Map(EvaluationResults.map((each) => [String(each.EvalActionName), decisionOf(each)]));
    },
    close: () => client.destroy(),
  };
}

/**
 * Returns the decision of a result. The condition keys without a value are listed next to the resources. Source: IAM API
 * reference, "EvaluationResult", "ResourceSpecificResult", "PermissionsBoundaryDecisionDetail", "OrganizationsDecisionDetail".
 */
function decisionOf(result: EvaluationResult): SimulatedDecision {
  const { EvalDecision, ResourceSpecificResults = [] } = result;
  if (EvalDecision === 'allowed') return 'allowed';
  const lacksValues = [result, ...ResourceSpecificResults].some(
    ({ MissingContextValues = [] }) => MissingContextValues.length > 0,
  );
  if (lacksValues) return 'unclear';
  const isBounded = [result, ...ResourceSpecificResults].some(
    ({ PermissionsBoundaryDecisionDetail: boundary }) => boundary?.AllowedByPermissionsBoundary === false,
  );
  const isOrganizational = result.OrganizationsDecisionDetail?.AllowedByOrganizations === false;
  return EvalDecision === 'explicitDeny' || isBounded || isOrganizational ? 'forbidden' : 'denied';
}

/** Decodes a policy, which IAM returns URL-encoded (RFC 3986). */
function decoded(document: string): string {
  try {
    return decodeURIComponent(document);
  } catch {
    return document;
  }
}
