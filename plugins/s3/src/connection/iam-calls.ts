import type { AwsCalls, Role } from './aws-calls.ts';
import { type ClientSettings, clientConfig } from './client-settings.ts';
import { isNamed } from './is-named.ts';

/** Creates the calls of IAM. Source: IAM API reference. */
export async function createIamCalls(
  settings: ClientSettings,
  endpoint: string | undefined,
): Promise<Pick<AwsCalls, 'role' | 'allowedActions'> & { close(): void }> {
  const { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } = await import('@aws-sdk/client-iam');
  const client = new IAMClient({ ...clientConfig(settings), ...(endpoint ? { endpoint } : {}) });
  return {
    async role(name, abortSignal): Promise<Role | undefined> {
      try {
        const { Role: found } = await client.send(new GetRoleCommand({ RoleName: name }), { abortSignal });
        return found && { arn: String(found.Arn), trustPolicy: decoded(found.AssumeRolePolicyDocument ?? '') };
      } catch (error) {
        if (isNamed(error, 'NoSuchEntityException')) return undefined;
        throw error;
      }
    },
    async allowedActions({ principal, actions, resource }, abortSignal) {
      const command = new SimulatePrincipalPolicyCommand({
        PolicySourceArn: principal,
        ActionNames: [...actions],
        ResourceArns: [resource],
        MaxItems: 1_000,
      });
      const { EvaluationResults = [] } = await client.send(command, { abortSignal });
      const allowed = EvaluationResults.filter(({ EvalDecision }) => EvalDecision === 'allowed');
      return new Set(allowed.map(({ EvalActionName }) => String(EvalActionName)));
    },
    close: () => client.destroy(),
  };
}

/** Decodes a policy, which IAM returns URL-encoded (RFC 3986). */
function decoded(document: string): string {
  try {
    return decodeURIComponent(document);
  } catch {
    return document;
  }
}
