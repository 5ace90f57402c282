import type { S3Config } from '../config/config-schema.ts';
import type { AwsCalls } from '../connection/aws-calls.ts';
import { classifyError } from '../failures/classify-error.ts';
import { NEEDED_ACTIONS, type ResourceKind, resourceArn } from '../permissions/needed-actions.ts';
import { arnPartition } from '../regions/arns.ts';
import type { ActionFinding } from './probe-actions.ts';

/** Failure classes that mean that IAM cannot simulate the actions. */
const CANNOT_ASK: readonly string[] = ['missing-grant', 'unsupported', 'not-found', 'invalid-input', 'transient'];

/**
 * Simulates with IAM the required actions, and returns those that the caller's policies allow. Boundaries of the
 * organisation are included if IAM knows them.
 *
 * @returns `undefined` if the caller may not run simulations, or is root, which IAM does not simulate.
 */
export async function simulateActions(
  aws: AwsCalls,
  config: S3Config,
  signal: AbortSignal,
): Promise<readonly ActionFinding[] | undefined> {
  try {
    const { arn } = await aws.callerIdentity(signal);
    const principal = await principalOf(arn, aws, config, signal);
    if (principal === undefined) return undefined;
    const kinds = [...new Set(NEEDED_ACTIONS.map(({ on }) => on))];
    const allowed = new Map<ResourceKind, ReadonlySet<string>>();
    for (const kind of kinds) {
      const actions = NEEDED_ACTIONS.filter(({ on }) => on === kind).map(({ action }) => action);
      const resource = resourceArn(kind, config);
      allowed.set(kind, await aws.allowedActions({ principal, actions, resource }, signal));
    }
    return NEEDED_ACTIONS.map(({ action, on }) => (allowed.get(on)?.has(action) ? 'yes' : 'missing'));
  } catch (error) {
    signal.throwIfAborted();
    if (CANNOT_ASK.includes(classifyError(error)?.class ?? '')) return undefined;
    throw error;
  }
}

/** Returns the user or role with the effective policies. The ARN of an assumed role omits the path of its role. */
async function principalOf(
  caller: string,
  aws: AwsCalls,
  { awsRegion }: S3Config,
  signal: AbortSignal,
): Promise<string | undefined> {
  const prefix = `arn:${arnPartition(awsRegion)}`;
  if (caller.startsWith(`${prefix}:iam::`)) return caller.endsWith(':root') ? undefined : caller;
  const [, name] = /:assumed-role\/([^/]+)\//.exec(caller) ?? [];
  return name === undefined ? undefined : (await aws.role(name, signal))?.arn;
}
