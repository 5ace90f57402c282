import { partitionOf } from '../regions/partitions.ts';
import type { Settings } from '../settings.ts';
import type { AwsConnection, AwsCredentials, HostCredentials } from './aws-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { isNamed } from './is-named.ts';
import { renewedCredentials } from './renewed-credentials.ts';
import { createStsCalls } from './sts-calls.ts';

/** The region of the standard partition in which STS is always active, for every account. */
const ALWAYS_ACTIVE = 'us-east-1';

/**
 * Returns the credentials of the config; `undefined` for the default chain of the SDK, which each client uses itself.
 */
export async function credentialsOf(
  { config, signal }: AwsConnection,
  client: ClientSettings,
  { endpoints, requestTimeoutMs, hostCredentials }: Settings,
): Promise<AwsCredentials | HostCredentials | undefined> {
  if (config.authenticationType === 'accessKey') {
    return { accessKeyId: config.awsAccessKeyId, secretAccessKey: config.awsSecretAccessKey };
  }
  const { awsRoleToAssume: arn, awsExternalId: externalId } = config;
  if (!arn) return hostCredentials;
  const own = { ...client, ...(hostCredentials ? { credentials: hostCredentials } : {}) };
  const assumeIn = async (region: string, until: AbortSignal): Promise<AwsCredentials> => {
    const sts = await createStsCalls({ ...own, region }, endpoints?.sts);
    try {
      return await sts.assumeRole({ arn, externalId }, until);
    } finally {
      sts.close();
    }
  };
  const assume = (until: AbortSignal): Promise<AwsCredentials> =>
    assumeIn(client.region, until).catch((error: unknown) => {
      if (!isUnknownInRegion(error, client.region)) throw error;
      return assumeIn(ALWAYS_ACTIVE, until);
    });
  return renewedCredentials(await assume(signal), () => assume(AbortSignal.timeout(requestTimeoutMs)));
}

/**
 * Returns whether STS may refuse only in the region of the config: the account of the host has not enabled the region, or the account of
 * the role has deactivated STS in it. The session of another region is also valid there. Source: IAM user guide, "Manage AWS STS in an
 * AWS Region".
 */
function isUnknownInRegion(error: unknown, region: string): boolean {
  const isRefusal = isNamed(error, 'InvalidClientTokenId', 'RegionDisabledException');
  return isRefusal && partitionOf(region)?.id === 'aws' && region !== ALWAYS_ACTIVE;
}
