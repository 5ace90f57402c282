import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EmulatorResponse } from './okta-emulator.ts';

/** The content of the AWS account. */
export interface AwsAccount {
  /** The providers that each role trusts. */
  readonly trust: ReadonlyMap<string, string>;
  /** The permitted database users of each cluster. */
  readonly clusters: ReadonlyMap<string, readonly string[]>;
  /** The workgroups, and whether a sign-in is allowed. */
  readonly workgroups: ReadonlyMap<string, 'allowed' | 'denied'>;
  /** The faults of the next calls: AWS's code and status. */
  readonly faults: { code: string; status: number }[];
}

/** A received call. */
export interface AwsCallSeen {
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The password that the emulator returns for a user. */
export const TEMPORARY_PASSWORD = 'Temporary9Password';

/**
 * An emulator of three calls of AWS. Callers of Redshift must have signed with the key that STS issued. Sources: STS API
 * reference, "AssumeRoleWithSAML"; Amazon Redshift API reference, "GetClusterCredentials"; Amazon Redshift Serverless API
 * reference, "GetCredentials"; AWS SDK, query protocol and JSON 1.1 protocol.
 */
export function createAws(account: AwsAccount, seen: AwsCallSeen[]) {
  const sessions = new Map<string, { readonly token: string; readonly role: string }>();

  const assumeRole = (form: URLSearchParams): EmulatorResponse => {
    const role = form.get('RoleArn') ?? '';
    const provider = form.get('PrincipalArn') ?? '';
    const xml = Buffer.from(form.get('SAMLAssertion') ?? '', 'base64').toString();
    const endsAt = Date.parse(/NotOnOrAfter="([^"]*)"/.exec(xml)?.[1] ?? '');
    if (!(endsAt > Date.now()))
      return queryError('ExpiredTokenException', 400, 'Token must be redeemed within 5 minutes of issuance');
    if (!xml.includes(role) || !xml.includes(provider))
      return queryError('InvalidIdentityToken', 400, 'The assertion is not for this role');
    if (account.trust.get(role) !== provider)
      return queryError('AccessDenied', 403, 'Not authorized to perform sts:AssumeRoleWithSAML');
    const id = `ASIA${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`;
    const token = randomUUID();
    sessions.set(id, { token, role });
    return xmlResponse(
      `<AssumeRoleWithSAMLResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithSAMLResult><Credentials><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>${randomUUID()}</SecretAccessKey><SessionToken>${token}</SessionToken><Expiration>${new Date(Date.now() + 900_000).toISOString()}</Expiration></Credentials></AssumeRoleWithSAMLResult></AssumeRoleWithSAMLResponse>`,
    );
  };

  /** The role that signed a request. */
  const signer = ({ headers }: IncomingMessage): string | undefined => {
    const id = /Credential=([^/]+)\//.exec(String(headers.authorization))?.[1] ?? '';
    const session = sessions.get(id);
    return session?.token === headers['x-amz-security-token'] ? session?.role : undefined;
  };

  const clusterCredentials = (form: URLSearchParams): EmulatorResponse => {
    const users = account.clusters.get(form.get('ClusterIdentifier') ?? '');
    const user = form.get('DbUser') ?? '';
    if (!users) return queryError('ClusterNotFound', 404, 'Cluster not found.');
    if (!users.includes(user))
      return queryError('AccessDenied', 403, 'Not authorized to perform redshift:GetClusterCredentials');
    return xmlResponse(
      `<GetClusterCredentialsResponse xmlns="http://redshift.amazonaws.com/doc/2012-12-01/"><GetClusterCredentialsResult><DbUser>IAM:${user}</DbUser><DbPassword>${TEMPORARY_PASSWORD}</DbPassword><Expiration>${new Date(Date.now() + 900_000).toISOString()}</Expiration></GetClusterCredentialsResult></GetClusterCredentialsResponse>`,
    );
  };

  const workgroupCredentials = (body: Record<string, unknown>, role: string): EmulatorResponse => {
    const access = account.workgroups.get(String(body.workgroupName));
    if (access === undefined) return jsonError('ResourceNotFoundException', 400, 'Workgroup not found');
    if (access === 'denied')
      return jsonError('AccessDeniedException', 400, 'Not authorized to perform redshift-serverless:GetCredentials');
    return jsonResponse(200, {
      dbUser: `IAMR:${role.slice(role.lastIndexOf('/') + 1)}`,
      dbPassword: TEMPORARY_PASSWORD,
      expiration: Date.now() / 1000 + 900,
    });
  };

  return (request: IncomingMessage, body: string): EmulatorResponse => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const isJson = target !== '';
    const form = new URLSearchParams(isJson ? '' : body);
    const action = isJson ? target.replace(/^.*\./, '') : (form.get('Action') ?? '');
    const parameters = isJson ? (JSON.parse(body) as Record<string, unknown>) : Object.fromEntries(form);
    seen.push({ action, parameters });
    const fault = account.faults.shift();
    if (fault) return (isJson ? jsonError : queryError)(fault.code, fault.status, 'A fault of the test');
    if (action === 'AssumeRoleWithSAML') return assumeRole(form);
    const role = signer(request);
    if (role === undefined)
      return (isJson ? jsonError : queryError)('InvalidClientTokenId', 403, 'The token is invalid');
    return isJson ? workgroupCredentials(parameters, role) : clusterCredentials(form);
  };
}

function xmlResponse(body: string): EmulatorResponse {
  return { status: 200, headers: { 'content-type': 'text/xml' }, body };
}

function queryError(code: string, status: number, message: string): EmulatorResponse {
  const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
  return { status, headers: { 'content-type': 'text/xml' }, body };
}

function jsonResponse(status: number, body: unknown): EmulatorResponse {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(body) };
}

function jsonError(code: string, status: number, message: string): EmulatorResponse {
  return jsonResponse(status, { __type: code, message });
}
