import type { PlatformError } from '@portcullis/plugin-api';
import { amazonEndpoint } from '../../config/amazon-host.ts';
import type { RedshiftConfig } from '../../config/config-schema.ts';
import type { Settings } from '../../connection-settings.ts';
import type { TemporaryAccount } from './aws-calls.ts';
import { awsFailure } from './aws-failures.ts';
import { createIdpSender } from './idp-sender.ts';
import { oktaAssertion } from './okta-assertion.ts';
import { checkOktaHost } from './okta-host.ts';
import { failure, oktaSessionToken } from './okta-session.ts';
import { readAssertion } from './saml-assertion.ts';

/** The parts of a config for a federated sign-in. */
export type OktaConfig = Pick<Extract<RedshiftConfig, { authenticationType: 'okta' }>, 'host' | 'okta'>;

/** The purpose of a sign-in. */
export interface SignInPurpose {
  readonly database: string;
  /** The database user on a cluster. @default the user that the assertion assigns */
  readonly user?: string | undefined;
}

/**
 * Signs in at Okta, assumes the role of the config with its assertion, and requests a short-lived password. It is not
 * stored: each connection signs in again.
 *
 * @throws PlatformError with the class of the failed stage; errors without a response are thrown unchanged.
 */
export async function temporaryAccount(
  { host, okta }: OktaConfig,
  { database, user }: SignInPurpose,
  settings: Settings,
  signal: AbortSignal,
): Promise<TemporaryAccount> {
  const endpoint = amazonEndpoint(host);
  if (!endpoint) throw failure(['invalid-input', 'The host name contains neither cluster nor region.']);
  const { assertion, provider, assigned } = await signInAtOkta(okta, settings, signal);
  const aws = await settings.aws();
  const { region, name } = endpoint;
  const credentials = await withAwsFailure('AssumeRoleWithSAML', () =>
    aws.assumeRole({ region, role: okta.role, provider, assertion }, signal),
  );
  if (endpoint.kind === 'workgroup') {
    return withAwsFailure('GetCredentials', () =>
      aws.workgroupAccount({ region, workgroup: name, database }, credentials, signal),
    );
  }
  const databaseUser = user ?? assigned;
  if (databaseUser === undefined) throw noUser();
  return withAwsFailure('GetClusterCredentials', () =>
    aws.clusterAccount({ region, cluster: name, database, user: databaseUser }, credentials, signal),
  );
}

async function signInAtOkta(okta: OktaConfig['okta'], settings: Settings, signal: AbortSignal) {
  const { idpHost, appId, role, username, password } = okta;
  checkOktaHost(idpHost, settings.identityProviders);
  const address = settings.endpoints?.okta ?? `https://${idpHost}`;
  const send = await createIdpSender(settings);
  try {
    const token = await oktaSessionToken({ address, username, password }, send, signal);
    const assertion = await oktaAssertion({ address, appId }, token, send, signal);
    const { providers, databaseUser } = await readAssertion(assertion);
    const provider = providers.get(role);
    if (provider === undefined) throw notAssigned(role, [...providers.keys()]);
    return { assertion, provider, assigned: databaseUser };
  } finally {
    await send.close();
  }
}

async function withAwsFailure<T>(call: Parameters<typeof awsFailure>[0], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw awsFailure(call, error);
  }
}

function notAssigned(role: string, others: readonly string[]): PlatformError {
  return failure([
    'missing-grant',
    `Okta does not assign the role ${role} to this account; it assigns ${others.join(', ')}. Assign the role in the Okta application, or name another one in okta.role.`,
  ]);
}

function noUser(): PlatformError {
  return failure([
    'missing-grant',
    'The assertion of Okta contains neither DbUser nor RoleSessionName: add the attribute https://redshift.amazon.com/SAML/Attributes/DbUser to the Okta application.',
  ]);
}
