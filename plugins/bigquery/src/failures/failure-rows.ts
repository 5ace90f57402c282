import type { FailureRow } from '@portcullis/plugin-api';

/** The message about a key that Google does not accept for a known account. */
export const KEY_REFUSED = 'Google refused the key: it was deleted or disabled, has expired, or is too new.';

/**
 * The failure rows of the reasons of Google's APIs. Sources: Google Cloud documentation, "BigQuery error messages"
 * (camelCase), "Errors" (google.rpc.Code and the reasons of google.api.ErrorReason, in capitals); "Using OAuth 2.0 for
 * Server to Server Applications", "JWT error codes" (with underscores). Rows without a message show Google's message,
 * which names objects but no values.
 */
export const FAILURES: readonly FailureRow[] = [
  {
    codes: ['invalid_grant'],
    class: 'credentials',
    message: KEY_REFUSED,
    // "Create and delete service account keys": a new key may not be usable for a minute.
    help: 'If the key was created a moment ago, try again in a minute. Otherwise create a new one.',
  },
  {
    codes: [
      'invalid_client',
      'unauthorized_client',
      'disabled_client',
      'deleted_client',
      'access_denied',
      'org_internal',
    ],
    class: 'credentials',
    message: 'Google refused the service account: it was deleted or disabled.',
  },
  {
    codes: ['invalid_scope', 'invalid_request', 'unsupported_grant_type'],
    class: 'internal',
    message: 'Google did not understand the request for an access token.',
  },
  {
    codes: ['authError', 'UNAUTHENTICATED', 'ACCESS_TOKEN_*', 'CREDENTIALS_MISSING', 'ACCOUNT_STATE_INVALID'],
    class: 'credentials',
    message: 'Google refused the access token.',
  },
  { codes: ['accessNotConfigured', 'SERVICE_DISABLED'], class: 'unsupported' },
  {
    codes: ['billingNotEnabled', 'BILLING_DISABLED'],
    class: 'unsupported',
    message: 'Billing is not enabled for the project.',
    help: 'Ask an administrator of the project to enable it.',
  },
  {
    codes: ['CONSUMER_INVALID', 'CONSUMER_SUSPENDED'],
    class: 'not-found',
    message: 'The project does not exist or is suspended.',
  },
  {
    codes: [
      'rateLimitExceeded',
      'jobRateLimitExceeded',
      'userRateLimitExceeded',
      'RATE_LIMIT_EXCEEDED',
      'RESOURCE_EXHAUSTED',
    ],
    class: 'transient',
  },
  {
    // "Troubleshooting BigQuery quota errors".
    codes: ['quotaExceeded', 'dailyLimitExceeded'],
    class: 'transient',
    help: 'Wait for ten minutes or longer, then try again. If it keeps happening, ask an administrator of the project for a higher quota.',
  },
  { codes: ['ABORTED'], class: 'transient', message: 'Another change was made at the same moment.' },
  {
    codes: [
      'backendError',
      'internalError',
      'jobBackendError',
      'jobInternalError',
      'tableUnavailable',
      'UNAVAILABLE',
      'INTERNAL',
    ],
    class: 'transient',
    message: 'Google failed temporarily.',
  },
  {
    codes: ['blocked'],
    class: 'transient',
    message: 'BigQuery rejects this operation temporarily.',
    help: 'Try again later. If it keeps happening, contact the support of Google Cloud.',
  },
  {
    // BigQuery's own reason for it is in camel case. Source: VPC Service Controls, "Debug requests blocked by VPC Service Controls".
    codes: ['policyViolation', 'SECURITY_POLICY_VIOLATED'],
    class: 'unsupported',
    help: 'A perimeter of VPC Service Controls blocks the request. Ask an administrator of the organization to admit the service account and the addresses of this service in an ingress rule.',
  },
  { codes: ['ORG_RESTRICTION_VIOLATION'], class: 'unsupported' },
  {
    codes: ['accessDenied', 'forbidden', 'IAM_PERMISSION_DENIED', 'USER_PROJECT_DENIED', 'PERMISSION_DENIED'],
    class: 'missing-grant',
    // "Access change propagation".
    help: 'Ask an administrator of the project to grant the permission. A new binding or a changed role can take more than seven minutes to take effect: if this was done a moment ago, only try again.',
  },
  { codes: ['notFound', 'NOT_FOUND'], class: 'not-found' },
  { codes: ['duplicate', 'ALREADY_EXISTS'], class: 'already-exists' },
  { codes: ['resourceInUse'], class: 'in-use' },
  {
    codes: ['timeout', 'stopped', 'DEADLINE_EXCEEDED'],
    class: 'timeout',
    message: 'The job was stopped: it took too long, or its request has ended.',
  },
  { codes: ['invalidQuery'], class: 'internal', message: 'BigQuery did not understand a query.' },
  {
    codes: [
      'invalid',
      'invalidUser',
      'INVALID_ARGUMENT',
      'FAILED_PRECONDITION',
      'resourcesExceeded',
      'responseTooLarge',
    ],
    class: 'invalid-input',
  },
  { codes: ['notImplemented', 'UNIMPLEMENTED'], class: 'unsupported' },
  { codes: ['http-401'], class: 'credentials' },
  { codes: ['http-403'], class: 'missing-grant' },
  { codes: ['http-404'], class: 'not-found' },
  { codes: ['http-408'], class: 'timeout' },
  { codes: ['http-409'], class: 'already-exists' },
  // RFC 9110, 15.6.3 and 15.6.5: a gateway got no response, so the effect of the request is unknown.
  {
    codes: ['http-502', 'http-504'],
    class: 'network',
    message: 'A server between the service and Google has lost the response.',
  },
  { codes: ['http-429', 'http-5*'], class: 'transient', message: 'Google failed temporarily.' },
  {
    codes: ['http-407', 'http-3*'],
    class: 'network',
    message: 'A server between the service and Google has responded.',
  },
  { codes: ['http-4*'], class: 'invalid-input' },
];
