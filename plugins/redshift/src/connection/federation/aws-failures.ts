import { type FailureRow, lookUpFailure, PlatformError } from '@portcullis/plugin-api';

/** A call of a federated sign-in. */
export type AwsCall = 'AssumeRoleWithSAML' | 'GetClusterCredentials' | 'GetCredentials';

const DENIED = ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorized'];

/**
 * The failure rows of each call. Sources: the errors of each call in the API references of STS, Redshift and Redshift
 * Serverless.
 */
const CALL_FAILURES: Readonly<Record<AwsCall, readonly FailureRow[]>> = {
  AssumeRoleWithSAML: [
    {
      codes: DENIED,
      class: 'missing-grant',
      message:
        'AWS does not let this sign-in assume the role of okta.role: its trust policy must allow sts:AssumeRoleWithSAML to the identity provider.',
    },
    {
      codes: ['ExpiredToken', 'ExpiredTokenException'],
      class: 'credentials',
      message:
        'The assertion of Okta had expired when it reached AWS: it is valid for five minutes. Check the clock of the service.',
    },
    {
      codes: ['InvalidIdentityToken', 'InvalidIdentityTokenException'],
      class: 'credentials',
      message:
        'AWS does not accept the assertion of Okta: the metadata of the identity provider in IAM is not that of this application.',
    },
    {
      codes: ['IDPRejectedClaim', 'IDPRejectedClaimException'],
      class: 'credentials',
      message: 'The identity provider reported to AWS that the sign-in failed.',
    },
  ],
  GetClusterCredentials: [
    {
      codes: DENIED,
      class: 'missing-grant',
      message:
        'The role of okta.role may not get credentials of this database user: its policy must allow redshift:GetClusterCredentials on the dbuser and the dbname of the cluster.',
    },
    {
      codes: ['ClusterNotFound', 'ClusterNotFoundFault'],
      class: 'not-found',
      message: 'The account of the role has no cluster of this name in the region of the host.',
    },
    { codes: ['UnsupportedOperation', 'UnsupportedOperationFault'], class: 'unsupported' },
  ],
  GetCredentials: [
    {
      codes: DENIED,
      class: 'missing-grant',
      message:
        'The role of okta.role may not sign in to this workgroup: its policy must allow redshift-serverless:GetCredentials on it.',
    },
    {
      codes: ['ResourceNotFoundException'],
      class: 'not-found',
      message: 'The account of the role has no workgroup of this name in the region of the host.',
    },
    { codes: ['ConflictException'], class: 'transient', message: 'The workgroup is being changed at the moment.' },
  ],
};

/** The failure rows of all calls. Source: "Common Errors" of the three references. */
const COMMON_FAILURES: readonly FailureRow[] = [
  {
    codes: ['RequestExpired', 'RequestTimeTooSkewed', 'SignatureDoesNotMatch', 'InvalidSignatureException'],
    class: 'credentials',
    message: 'AWS refused the signature of the assumed role. Check the clock of the service.',
  },
  {
    codes: ['ExpiredToken', 'ExpiredTokenException', 'InvalidClientTokenId', 'UnrecognizedClientException'],
    class: 'credentials',
    message: 'The credentials of the assumed role are unknown or no longer valid.',
  },
  {
    codes: ['RegionDisabledException', 'OptInRequired'],
    class: 'unsupported',
    message: 'The region of the host is not enabled in the account of the role.',
  },
  {
    codes: ['Throttling*', 'RequestLimitExceeded', 'TooManyRequestsException', 'ServiceUnavailable*', 'Internal*'],
    class: 'transient',
    message: 'AWS is throttling these requests. Try again in a moment.',
  },
  { codes: ['Validation*', 'InvalidParameter*', 'InvalidInput'], class: 'invalid-input' },
];

/** Maximum length of a quoted message. Messages of the three APIs name parameters, roles and resources. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Classifies an error of a call. An error that is not a response of AWS (a broken connection, a time-out) is returned
 * unchanged, for the other tables.
 */
export function awsFailure(call: AwsCall, error: unknown): unknown {
  if (!(error instanceof Error) || PlatformError.isInstance(error) || !('$metadata' in error)) return error;
  const [line = ''] = error.message.split('\n');
  const message = `${call} was refused: ${line.slice(0, MAX_MESSAGE_LENGTH)}`;
  const raw = { codes: [error.name], message };
  const found = lookUpFailure(CALL_FAILURES[call], raw) ?? lookUpFailure(COMMON_FAILURES, raw);
  if (!found) return error;
  return new PlatformError({ failureClass: found.class, message: found.message, vendorCode: error.name });
}
