import type { S3Config } from '../config/config-schema.ts';
import { parseLocationPath } from '../config/location-path.ts';
import type { AwsCalls } from '../connection/aws-calls.ts';
import { classifyError } from '../failures/classify-error.ts';
import { denialHelp } from '../failures/denying-policy.ts';
import { NEEDED_ACTIONS } from '../permissions/needed-actions.ts';
import { parseRoleArn } from '../regions/arns.ts';

/**
 * The result for one needed action. `missing`: a policy of the credentials can allow it. `denied`: another policy denies it, whatever the
 * policies of the credentials allow. `unclear`: IAM allows it only under a condition that a simulation cannot evaluate.
 */
export type ActionFinding = 'yes' | 'missing' | 'denied' | 'unclear' | 'not checked';

type Probe = (aws: AwsCalls, config: S3Config, signal: AbortSignal) => Promise<unknown> | undefined;

/** The calls that try the read-only actions. All other actions would change objects. */
const PROBES: Readonly<Record<string, Probe>> = {
  's3:GetAccessGrantsInstance': (aws, _config, signal) => aws.instance(signal),
  's3:ListAccessGrantsLocations': (aws, _config, signal) => aws.locations(signal),
  's3:ListAccessGrants': (aws, _config, signal) => aws.grants(signal),
  's3:ListBucket': (aws, { awsLocationPath }, signal) => {
    const { bucket, prefix } = parseLocationPath(awsLocationPath);
    return bucket === undefined ? undefined : aws.hasObjects(bucket, prefix, signal);
  },
  'iam:GetRole': (aws, { awsLocationRole }, signal) => {
    const arn = parseRoleArn(awsLocationRole);
    return arn && aws.role(arn.name, signal);
  },
};

/** Tries each read-only action. Failures other than a missing permission are ignored here. */
export async function probeActions(
  aws: AwsCalls,
  config: S3Config,
  signal: AbortSignal,
): Promise<readonly ActionFinding[]> {
  return Promise.all(
    NEEDED_ACTIONS.map(async ({ action }): Promise<ActionFinding> => {
      const probe = PROBES[action]?.(aws, config, signal);
      if (!probe) return 'not checked';
      try {
        await probe;
        return 'yes';
      } catch (error) {
        signal.throwIfAborted();
        const failure = classifyError(error);
        if (failure?.class !== 'missing-grant') return 'not checked';
        return denialHelp(failure.message) === undefined ? 'missing' : 'denied';
      }
    }),
  );
}
