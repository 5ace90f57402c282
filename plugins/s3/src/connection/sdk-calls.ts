import type { Settings } from '../settings.ts';
import type { AwsCalls, AwsConnection, AwsCredentials, HostCredentials } from './aws-calls.ts';
import { createBucketCalls } from './bucket-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { createGrantsCalls } from './grants-calls.ts';
import { createIamCalls } from './iam-calls.ts';
import { createStsCalls } from './sts-calls.ts';

/**
 * Creates the calls through the AWS SDK, with the credentials of the config: its access key, or the host's own
 * credentials and, if configured, the role to assume.
 */
export async function connectSdk(connection: AwsConnection, settings: Settings): Promise<AwsCalls> {
  const { config } = connection;
  const { endpoints, requestTimeoutMs } = settings;
  const common = { region: config.awsRegion, requestTimeoutMs };
  const credentials = await credentialsOf(connection, settings);
  const client: ClientSettings = { ...common, ...(credentials ? { credentials } : {}) };
  const [sts, iam, buckets, grants] = await Promise.all([
    createStsCalls(client, endpoints?.sts),
    createIamCalls(client, endpoints?.iam),
    createBucketCalls(client, endpoints?.s3),
    createGrantsCalls(client, endpoints?.s3Control, config.awsAccountId),
  ]);
  return {
    ...iam,
    ...buckets,
    ...grants,
    callerIdentity: sts.callerIdentity,
    async close() {
      for (const each of [sts, iam, buckets, grants]) each.close();
    },
  };
}

/**
 * Returns the credentials of the config; `undefined` for the default chain of the SDK, which each client uses itself.
 */
async function credentialsOf(
  { config, signal }: AwsConnection,
  { endpoints, requestTimeoutMs, hostCredentials }: Settings,
): Promise<AwsCredentials | HostCredentials | undefined> {
  if (config.authenticationType === 'accessKey') {
    return { accessKeyId: config.awsAccessKeyId, secretAccessKey: config.awsSecretAccessKey };
  }
  const { awsRoleToAssume: arn, awsExternalId: externalId, awsRegion: region } = config;
  if (!arn) return hostCredentials;
  const own = { region, requestTimeoutMs, ...(hostCredentials ? { credentials: hostCredentials } : {}) };
  const sts = await createStsCalls(own, endpoints?.sts);
  try {
    return await sts.assumeRole({ arn, externalId }, signal);
  } finally {
    sts.close();
  }
}
