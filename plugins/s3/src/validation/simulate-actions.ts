import type { S3Config } from '../config/config-schema.ts';
import type { AwsCalls, SimulatedDecision } from '../connection/aws-calls.ts';
import { classifyError } from '../failures/classify-error.ts';
import { NEEDED_ACTIONS, type ResourceKind, resourceArn } from '../permissions/needed-actions.ts';
import { arnPartition } from '../regions/arns.ts';
import { type ActionFinding, probeActions } from './probe-actions.ts';
import { GRANTS_SERVICE } from './trust-policy.ts';

/** The failure classes that mean that IAM cannot simulate the actions. */
const SIMULATION_UNAVAILABLE: readonly string[] = [
  'missing-grant',
  'unsupported',
  'not-found',
  'invalid-input',
  'transient',
];

/**
 * Simulates the required actions with IAM, and returns a finding for each. Policies of the organization are included if
 * IAM knows them. An action whose condition keys have no value here, such as the address of the caller, is tried if it only
 * reads, and is otherwise unclear.
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
    const context = contextOf(config);
    const decisions = new Map<ResourceKind, ReadonlyMap<string, SimulatedDecision>>();
    for (const kind of kinds) {
      const actions = NEEDED_ACTIONS.filter(({ on }) => on === kind).map(({ action }) => action);
      const resource = resourceArn(kind, config);
      decisions.set(kind, await aws.simulate({ principal, actions, resource, context }, signal));
    }
    const found = NEEDED_ACTIONS.map(({ action, on }) => decisions.get(on)?.get(action) ?? 'denied');
    const probed = found.includes('unclear') ? await probeActions(aws, config, signal) : [];
    return found.map((decision, index) => {
      if (decision !== 'unclear') return FINDINGS[decision];
      const finding = probed[index] ?? 'not checked';
      return finding === 'not checked' ? 'unclear' : finding;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (SIMULATION_UNAVAILABLE.includes(classifyError(error)?.class ?? '')) return undefined;
    throw error;
  }
}

const FINDINGS = { allowed: 'yes', denied: 'missing', forbidden: 'denied' } as const;

/**
 * Returns the condition keys of the real requests. A simulation has no values for them, and denies actions that depend on them. Sources:
 * IAM user guide, "Grant a user permissions to pass a role" (`iam:PassedToService`), "AWS global condition context keys".
 */
function contextOf({ awsAccountId, awsRegion }: S3Config): Readonly<Record<string, string>> {
  return {
    'iam:PassedToService': GRANTS_SERVICE,
    'aws:RequestedRegion': awsRegion,
    'aws:ResourceAccount': awsAccountId,
  };
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
