import type { Settings } from '../settings.ts';
import type { AwsConnection, AwsCredentials, HostCredentials } from './aws-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { renewedCredentials } from './renewed-credentials.ts';
import { createStsCalls } from './sts-calls.ts';

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
  const assume = async (until: AbortSignal): Promise<AwsCredentials> => {
    const sts = await createStsCalls(own, endpoints?.sts);
    try {
      return await sts.assumeRole({ arn, externalId }, until);
    } finally {
      sts.close();
    }
  };
  return renewedCredentials(await assume(signal), () => assume(AbortSignal.timeout(requestTimeoutMs)));
}
