import { PlatformError } from '@portcullis/plugin-api';
import type { AwsCredentials, CallerIdentity } from './aws-calls.ts';
import { type ClientSettings, clientConfig } from './client-settings.ts';

/** The name of an assumed role's session in the account's logs. */
const SESSION_NAME = 'portcullis';

/** The calls of STS. */
export interface StsCalls {
  callerIdentity(signal: AbortSignal): Promise<CallerIdentity>;
  assumeRole(
    role: { readonly arn: string; readonly externalId?: string | undefined },
    signal: AbortSignal,
  ): Promise<AwsCredentials>;
  close(): void;
}

/** Creates the calls of STS. Source: STS API reference. */
export async function createStsCalls(settings: ClientSettings, endpoint: string | undefined): Promise<StsCalls> {
  const { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient({ ...clientConfig(settings), ...(endpoint ? { endpoint } : {}) });
  return {
    async callerIdentity(abortSignal) {
      const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}), { abortSignal });
      if (!Account || !Arn) throw incomplete('GetCallerIdentity');
      return { account: Account, arn: Arn };
    },
    async assumeRole({ arn, externalId }, abortSignal) {
      const command = new AssumeRoleCommand({ RoleArn: arn, RoleSessionName: SESSION_NAME, ExternalId: externalId });
      const { Credentials } = await client.send(command, { abortSignal });
      const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
      if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw incomplete('AssumeRole');
      return {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
        ...(Expiration ? { expiration: Expiration } : {}),
      };
    },
    close: () => client.destroy(),
  };
}

function incomplete(call: string): PlatformError {
  return new PlatformError({ failureClass: 'network', message: `The response to ${call} is incomplete.` });
}
