import { Agent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { PlatformError } from '@portcullis/plugin-api';
import { createTunnelAgent } from '@portcullis/plugin-network';
import type { Settings } from '../../connection-settings.ts';
import type { AwsCalls } from './aws-calls.ts';

/** Limits for connecting and for a response, in milliseconds. */
const REQUEST_HANDLER = { connectionTimeout: 10_000, requestTimeout: 20_000, throwOnRequestTimeout: true };
/** Seconds for which a password is valid, the minimum of both services. It is used immediately. */
const PASSWORD_SECONDS = 900;

/**
 * Creates the calls through the AWS SDK. Each client of the SDK is imported on its first use.
 *
 * @param settings - `endpoints`: addresses that replace those of the SDK; `proxy`: the proxy for all calls;
 * `certificateAuthorities`: certificates to trust in addition to those of Node.
 */
export function sdkCalls({
  endpoints,
  proxy,
  certificateAuthorities,
}: Pick<Settings, 'endpoints' | 'proxy' | 'certificateAuthorities'>): AwsCalls {
  const createAgent = (): Agent | undefined => {
    if (proxy !== undefined) return createTunnelAgent({ proxy, certificateAuthorities });
    if (certificateAuthorities.length === 0) return undefined;
    return new Agent({ ca: [...rootCertificates, ...certificateAuthorities] });
  };
  const common = (region: string, endpoint: string | undefined) => ({
    region,
    // Each client gets its own agent, because the SDK destroys the agent when the client ends.
    requestHandler: { ...REQUEST_HANDLER, httpsAgent: createAgent() },
    ...(endpoint ? { endpoint } : {}),
  });
  return {
    async assumeRole({ region, role, provider, assertion }, abortSignal) {
      const { AssumeRoleWithSAMLCommand, STSClient } = await importClient(import('@aws-sdk/client-sts'), 'client-sts');
      const client = new STSClient(common(region, endpoints?.sts));
      try {
        const command = new AssumeRoleWithSAMLCommand({
          RoleArn: role,
          PrincipalArn: provider,
          SAMLAssertion: assertion,
          DurationSeconds: PASSWORD_SECONDS,
        });
        const { Credentials } = await client.send(command, { abortSignal });
        const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
        if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw incomplete('AssumeRoleWithSAML');
        return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
      } finally {
        client.destroy();
      }
    },
    async clusterAccount({ region, cluster, database, user }, credentials, abortSignal) {
      const { GetClusterCredentialsCommand, RedshiftClient } = await importClient(
        import('@aws-sdk/client-redshift'),
        'client-redshift',
      );
      const client = new RedshiftClient({ ...common(region, endpoints?.redshift), credentials });
      try {
        const command = new GetClusterCredentialsCommand({
          ClusterIdentifier: cluster,
          DbUser: user,
          DbName: database,
          AutoCreate: false,
          DurationSeconds: PASSWORD_SECONDS,
        });
        const { DbUser, DbPassword } = await client.send(command, { abortSignal });
        if (!DbUser || !DbPassword) throw incomplete('GetClusterCredentials');
        return { user: DbUser, password: DbPassword };
      } finally {
        client.destroy();
      }
    },
    async workgroupAccount({ region, workgroup, database }, credentials, abortSignal) {
      const { GetCredentialsCommand, RedshiftServerlessClient } = await importClient(
        import('@aws-sdk/client-redshift-serverless'),
        'client-redshift-serverless',
      );
      const client = new RedshiftServerlessClient({ ...common(region, endpoints?.serverless), credentials });
      try {
        const command = new GetCredentialsCommand({
          workgroupName: workgroup,
          dbName: database,
          durationSeconds: PASSWORD_SECONDS,
        });
        const { dbUser, dbPassword } = await client.send(command, { abortSignal });
        if (!dbUser || !dbPassword) throw incomplete('GetCredentials');
        return { user: dbUser, password: dbPassword };
      } finally {
        client.destroy();
      }
    },
  };
}

async function importClient<Module>(importing: Promise<Module>, name: string): Promise<Module> {
  try {
    return await importing;
  } catch (cause) {
    throw new PlatformError({
      failureClass: 'unsupported',
      message: `To sign in through Okta, the service needs the package @aws-sdk/${name}, which is not installed.`,
      help: `Ask the operator of the service to run: npm install @aws-sdk/${name}`,
      cause,
    });
  }
}

function incomplete(call: string): PlatformError {
  return new PlatformError({ failureClass: 'network', message: `The response to ${call} is incomplete.` });
}
