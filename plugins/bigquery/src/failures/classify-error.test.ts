import { FAILURE_CLASSES } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURES } from './failure-rows.ts';
import { GoogleApiError } from './google-api-error.ts';
import { readFailure } from './read-failure.ts';

const classify = (status: number, body: unknown) =>
  classifyError(new GoogleApiError(readFailure(status, typeof body === 'string' ? body : JSON.stringify(body))));

// The error table of https://cloud.google.com/bigquery/docs/error-messages.
describe('a failure of BigQuery', () => {
  it.each([
    [403, 'accessDenied', 'missing-grant'],
    [500, 'backendError', 'transient'],
    [503, 'backendError', 'transient'],
    [403, 'billingNotEnabled', 'unsupported'],
    [403, 'blocked', 'transient'],
    [403, 'policyViolation', 'unsupported'],
    [409, 'duplicate', 'already-exists'],
    [500, 'internalError', 'transient'],
    [400, 'invalid', 'invalid-input'],
    [400, 'invalidQuery', 'internal'],
    [400, 'invalidUser', 'invalid-input'],
    [400, 'jobBackendError', 'transient'],
    [400, 'jobRateLimitExceeded', 'transient'],
    [404, 'notFound', 'not-found'],
    [501, 'notImplemented', 'unsupported'],
    [403, 'quotaExceeded', 'transient'],
    [403, 'rateLimitExceeded', 'transient'],
    [400, 'resourceInUse', 'in-use'],
    [200, 'stopped', 'timeout'],
    [400, 'timeout', 'timeout'],
    [403, 'accessNotConfigured', 'unsupported'],
  ])('%i %s is %s', (status, reason, expected) => {
    const body = { error: { code: status, message: 'Said so', errors: [{ domain: 'global', reason, message: 'x' }] } };
    expect(classify(status, body)).toMatchObject({ class: expected, code: reason });
  });
});

// The shapes of https://cloud.google.com/apis/design/errors.
describe('a failure of another API', () => {
  it.each([
    [403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', 'unsupported'],
    [403, 'PERMISSION_DENIED', 'SECURITY_POLICY_VIOLATED', 'unsupported'],
    [403, 'PERMISSION_DENIED', 'IAM_PERMISSION_DENIED', 'missing-grant'],
    [403, 'PERMISSION_DENIED', 'SOMETHING_NEW', 'missing-grant'],
    [401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_EXPIRED', 'credentials'],
    [429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'transient'],
    [503, 'UNAVAILABLE', 'SOMETHING_NEW', 'transient'],
    [409, 'ABORTED', 'SOMETHING_NEW', 'transient'],
  ])('%i %s with %s is %s', (status, name, reason, expected) => {
    const body = { error: { code: status, message: 'Said so.', status: name, details: [{ reason }] } };
    expect(classify(status, body)?.class).toBe(expected);
  });
});

// https://developers.google.com/identity/protocols/oauth2/service-account#error-codes
it.each(['invalid_grant', 'invalid_client', 'unauthorized_client', 'disabled_client'])(
  'a rejection of the key (%s) is a credential failure',
  (error) => {
    expect(classify(400, { error, error_description: 'Invalid JWT Signature.' })).toMatchObject({
      class: 'credentials',
      code: error,
    });
  },
);

describe('a refusal of the token endpoint with the code of a wrong key', () => {
  it.each([
    [
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      'The clock of the service is wrong',
      'Set the clock',
    ],
    ['Invalid grant: account not found', 'Google does not know the service account', 'Enable the account.'],
    ['Robot is disabled.', 'Google does not know the service account', 'Enable the account.'],
    ['Invalid JWT Signature.', 'Google refused the key', 'create a new one'],
  ])('is distinguished by its message: %s', (description, message, help) => {
    expect(classify(400, { error: 'invalid_grant', error_description: description })).toMatchObject({
      class: 'credentials',
      code: 'invalid_grant',
      message: expect.stringContaining(message),
      help: expect.stringContaining(help),
    });
  });
});

// "Troubleshoot query issues", "Reservation not found or is missing slots".
it.each(['invalid', 'invalidQuery'])(
  'a project without slots is not an error of the query, although it is %s',
  (reason) => {
    const message =
      'Cannot run query: project does not have the reservation in the data region or no slots are configured';
    expect(classify(400, { error: { code: 400, message, errors: [{ reason, message }] } })).toMatchObject({
      class: 'unsupported',
      code: reason,
      help: expect.stringContaining('reservation'),
    });
  },
);

it('a missing permission may not be in effect yet', () => {
  const body = { error: { code: 403, message: 'x', errors: [{ reason: 'accessDenied', message: 'x' }] } };
  expect(classify(403, body)?.help).toContain('seven minutes');
});

it('uses the status of a response without a reason', () => {
  expect(classify(502, '<html>Bad gateway</html>')).toMatchObject({ class: 'network', code: 'http-502' });
  expect(classify(503, '')).toMatchObject({ class: 'transient', code: 'http-503' });
  expect(classify(302, '')?.class).toBe('network');
  expect(classify(418, '[]')).toMatchObject({ class: 'invalid-input', message: expect.stringContaining('418') });
});

it('returns undefined for errors without a response', () => {
  expect(classifyError(new TypeError('fetch failed'))).toBeUndefined();
  expect(classifyError('text')).toBeUndefined();
});

it('uses only existing classes, and each reason once', () => {
  for (const row of FAILURES) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
  const codes = FAILURES.flatMap((row) => row.codes);
  expect(new Set(codes).size).toBe(codes.length);
});
