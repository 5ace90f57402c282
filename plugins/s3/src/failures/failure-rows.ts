import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The failure rows of AWS's codes. Sources: S3 API reference, "Error responses" (S3, S3 Access Grants); STS API
 * reference and IAM API reference, "Common Errors" and the errors of each call. Rows without a message show AWS's
 * message, which names actions and resources.
 */
export const FAILURES: readonly FailureRow[] = [
  {
    codes: ['InvalidAccessKeyId', 'InvalidClientTokenId', 'UnrecognizedClientException'],
    class: 'credentials',
    message: 'AWS does not know the access key: it is wrong, inactive or deleted, or the region is not enabled.',
  },
  {
    codes: ['SignatureDoesNotMatch', 'IncompleteSignature', 'InvalidSignatureException', 'AuthFailure'],
    class: 'credentials',
    message: 'AWS refused the signature: the secret access key does not belong to the access key id.',
  },
  {
    codes: ['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken'],
    class: 'credentials',
    message: 'The credentials have expired.',
  },
  {
    codes: ['RequestExpired', 'RequestTimeTooSkewed'],
    class: 'credentials',
    message: 'The clock of the service is wrong: AWS treats its requests as expired.',
    help: 'Set the clock of the machine on which the service runs.',
  },
  {
    codes: ['CredentialsProviderError', 'TokenProviderError', 'ProviderError', 'MissingAuthenticationToken'],
    class: 'credentials',
    message: 'The machine on which the service runs has no credentials of AWS.',
    help: 'Assign a role to the machine, or use authenticationType accessKey.',
  },
  {
    codes: ['StsNotAuthorizedError'],
    class: 'missing-grant',
    message: 'S3 Access Grants may not assume the location role: its trust policy does not allow it.',
  },
  {
    codes: [
      'AccessDenied',
      'AccessDeniedException',
      'AllAccessDisabled',
      'AccountProblem',
      'NotAuthorized',
      'UnauthorizedAccess',
      'UnauthorizedOperation',
    ],
    class: 'missing-grant',
  },
  {
    codes: ['AccessGrantsInstanceNotExistsError'],
    class: 'not-found',
    message: 'The account has no access-grants instance in the region.',
  },
  {
    codes: [
      'NoSuchAccessGrantError',
      'NoSuchAccessGrantsLocationError',
      'AccessGrantsInstanceResourcePolicyNotExists',
      'NoSuchBucket',
      'NoSuchEntity',
      'NoSuchEntityException',
      'NoSuchKey',
      'NoSuchResource',
      'NotFound',
    ],
    class: 'not-found',
  },
  {
    codes: [
      'AccessGrantAlreadyExists',
      'AccessGrantsInstanceAlreadyExists',
      'AccessGrantsLocationAlreadyExistsError',
      'EntityAlreadyExists',
    ],
    class: 'already-exists',
  },
  {
    codes: ['AccessGrantsLocationNotEmptyError'],
    class: 'in-use',
    message: 'The location has grants that the service did not create.',
    help: 'Delete them, or move them, then try again.',
  },
  { codes: ['AccessGrantsInstanceNotEmptyError', 'OperationAborted', 'ConcurrentModification*'], class: 'in-use' },
  {
    codes: ['AccessGrantsLocationsQuotaExceededError', 'AccessGrantsQuotaExceededError', 'LimitExceeded*'],
    class: 'unsupported',
  },
  {
    codes: ['PermanentRedirect', 'Redirect', 'TemporaryRedirect', 'IllegalLocationConstraintException', 'http-301'],
    class: 'invalid-input',
    message: 'The bucket is in another region.',
    help: 'Correct awsRegion, or use a bucket of that region.',
  },
  { codes: ['RegionDisabledException'], class: 'unsupported', message: 'STS is not enabled in the region.' },
  {
    codes: ['OptInRequired', 'NotSignedUp', 'MethodNotAllowed', 'NotImplemented', 'UnsupportedOperation'],
    class: 'unsupported',
  },
  {
    codes: ['InvalidIamRole'],
    class: 'invalid-input',
    message: 'S3 Access Grants cannot use the location role: it does not exist, or its trust policy does not allow it.',
  },
  {
    codes: [
      'AuthorizationHeaderMalformed',
      'InvalidAccessGrant*',
      'InvalidArgument',
      'InvalidBucketName',
      'InvalidBucketState',
      'InvalidInput*',
      'InvalidParameter*',
      'InvalidRequest',
      'InvalidTag*',
      'InvalidURI',
      'MalformedXML',
      'TooManyTags',
      'Validation*',
      'StsValidationError',
    ],
    class: 'invalid-input',
  },
  {
    codes: [
      'BandwidthLimitExceeded',
      'EC2ThrottledException',
      'PriorRequestNotComplete',
      'ProvisionedThroughputExceededException',
      'RequestLimitExceeded',
      'RequestThrottled*',
      'SlowDown',
      'Throttl*',
      'TooManyRequests*',
      'TransactionInProgressException',
    ],
    class: 'transient',
    message: 'AWS received too many requests.',
  },
  {
    codes: ['InternalError', 'InternalFailure', 'ServiceFailure*', 'ServiceUnavailable*', 'Busy'],
    class: 'transient',
    message: 'AWS failed temporarily.',
  },
  { codes: ['RequestTimeout*'], class: 'timeout', message: 'AWS did not receive the complete request in time.' },
  {
    codes: ['http-2*', 'http-407', 'http-3*'],
    class: 'network',
    message: 'The response did not come from AWS: a server between the service and AWS has responded.',
  },
  { codes: ['http-401', 'http-403'], class: 'missing-grant' },
  { codes: ['http-404'], class: 'not-found' },
  { codes: ['http-408'], class: 'timeout' },
  { codes: ['http-409'], class: 'already-exists' },
  // RFC 9110, 15.6.3 and 15.6.5: a gateway got no response, so the effect of the request is unknown.
  {
    codes: ['http-502', 'http-504'],
    class: 'network',
    message: 'A server between the service and AWS has lost the response.',
  },
  { codes: ['http-429', 'http-5*'], class: 'transient', message: 'AWS failed temporarily.' },
  { codes: ['http-4*'], class: 'invalid-input' },
];
