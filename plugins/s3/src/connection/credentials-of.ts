import { partitionOf } from '../regions/partitions.ts';
import type { Settings } from '../settings.ts';
import type { AwsConnection, AwsCredentials, HostCredentials } from './aws-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { hasErrorCode } from './has-error-code.ts';
import { renewedCredentials } from './renewed-credentials.ts';
import { createStsCalls } from './sts-calls.ts';

/** The region of the standard partition in which STS is always active, for every account. */
const GLOBAL_STS_REGION = 'us-east-1';

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
  const hostClient = { ...client, ...(hostCredentials ? { credentials: hostCredentials } : {}) };
  const assumeRoleIn = async (region: string, until: AbortSignal): Promise<AwsCredentials> => {
    const sts = await createStsCalls({ ...hostClient, region }, endpoints?.sts);
    try {
      return await sts.assumeRole({ arn, externalId }, until);
    } finally {
      sts.close();
    }
  };
  const assumeRole = (until: AbortSignal): Promise<AwsCredentials> =>
    assumeRoleIn(client.region, until).catch((error: unknown) => {
      if (!isRegionalRefusal(error, client.region)) throw error;
      return assumeRoleIn(GLOBAL_STS_REGION, until);
    });
  return renewedCredentials(await assumeRole(signal), () => assumeRole(AbortSignal.timeout(requestTimeoutMs)));
}

/**
 * Returns whether a refusal of STS may be limited to the region of the config: the account of the host has not enabled the region, or the
 * account of the role has deactivated STS in it. A session from another region is valid there, too. Source: IAM user guide, "Manage AWS STS in an
 * AWS Region".
 */
function isRegionalRefusal(error: unknown, region: string): boolean {
  const isRefusal = hasErrorCode(error, 'InvalidClientTokenId', 'RegionDisabledException');
  return isRefusal && partitionOf(region)?.id === 'aws' && region !== GLOBAL_STS_REGION;
}
