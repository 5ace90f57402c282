import type { Settings } from '../settings.ts';
import { agentFactoryFor } from './agent-factory.ts';
import type { AwsCalls, AwsConnection } from './aws-calls.ts';
import { createBucketCalls } from './bucket-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { credentialsOf } from './credentials-of.ts';
import { createDefaultChain, type DefaultChain } from './default-chain.ts';
import { createGrantsCalls } from './grants-calls.ts';
import { createIamCalls } from './iam-calls.ts';
import { createStsCalls } from './sts-calls.ts';

/**
 * Creates the calls through the AWS SDK, with the credentials of the config: its access key, or the host's own
 * credentials and, if configured, the role to assume.
 */
export async function connectSdk(connection: AwsConnection, settings: Settings): Promise<AwsCalls> {
  const common = {
    region: connection.config.awsRegion,
    requestTimeoutMs: settings.requestTimeoutMs,
    createAgent: await agentFactoryFor(settings),
  };
  const usesChain = connection.config.authenticationType === 'auto' && !settings.hostCredentials;
  const chain = usesChain ? await createDefaultChain(common) : undefined;
  try {
    return await createCalls(connection, settings, { common, chain });
  } catch (error) {
    chain?.close();
    throw error;
  }
}

/** The settings that all clients share, and the credentials of the default chain. */
interface SharedClientParts {
  readonly common: ClientSettings;
  readonly chain: DefaultChain | undefined;
}

async function createCalls(
  connection: AwsConnection,
  settings: Settings,
  { common, chain }: SharedClientParts,
): Promise<AwsCalls> {
  const { endpoints } = settings;
  const hostCredentials = settings.hostCredentials ?? chain?.credentials;
  const credentials = await credentialsOf(connection, common, { ...settings, hostCredentials });
  const client: ClientSettings = { ...common, ...(credentials ? { credentials } : {}) };
  const [sts, iam, buckets, grants] = await Promise.all([
    createStsCalls(client, endpoints?.sts),
    createIamCalls(client, endpoints?.iam),
    createBucketCalls(client, endpoints?.s3),
    createGrantsCalls(client, endpoints?.s3Control, connection.config.awsAccountId),
  ]);
  return {
    ...iam,
    ...buckets,
    ...grants,
    callerIdentity: sts.callerIdentity,
    async close() {
      for (const each of [sts, iam, buckets, grants]) each.close();
      chain?.close();
    },
  };
}
