import type { Settings } from '../settings.ts';
import { agentsFor } from './agents-for.ts';
import type { AwsCalls, AwsConnection } from './aws-calls.ts';
import { createBucketCalls } from './bucket-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { credentialsOf } from './credentials-of.ts';
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
  const common = { region: config.awsRegion, requestTimeoutMs, createAgent: await agentsFor(settings) };
  const credentials = await credentialsOf(connection, common, settings);
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
