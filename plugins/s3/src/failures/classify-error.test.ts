import { classifyFailure, FAILURE_CLASSES } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { FAILURES } from './failure-rows.ts';

/** Returns an error in the form of the AWS SDK. */
function sdkError(name: string, httpStatusCode?: number, message = 'Said so'): Error {
  const metadata = httpStatusCode === undefined ? {} : { $fault: 'client', $metadata: { httpStatusCode, attempts: 1 } };
  return Object.assign(new Error(message), { name, ...metadata });
}

// S3 API reference, "Error responses", list of S3 Access Grants error codes.
describe('a refusal of S3 Access Grants', () => {
  it.each([
    ['AccessGrantAlreadyExists', 409, 'already-exists'],
    ['AccessGrantsInstanceAlreadyExists', 409, 'already-exists'],
    ['AccessGrantsInstanceNotEmptyError', 400, 'in-use'],
    ['AccessGrantsInstanceNotExistsError', 404, 'not-found'],
    ['AccessGrantsInstanceResourcePolicyNotExists', 404, 'not-found'],
    ['AccessGrantsLocationAlreadyExistsError', 409, 'already-exists'],
    ['AccessGrantsLocationNotEmptyError', 400, 'in-use'],
    ['AccessGrantsLocationsQuotaExceededError', 409, 'unsupported'],
    ['AccessGrantsQuotaExceededError', 409, 'unsupported'],
    ['InvalidTag', 400, 'invalid-input'],
    ['InvalidAccessGrant', 400, 'invalid-input'],
    ['InvalidAccessGrantsLocation', 400, 'invalid-input'],
    ['InvalidIamRole', 400, 'invalid-input'],
    ['NoSuchAccessGrantError', 404, 'not-found'],
    ['NoSuchAccessGrantsLocationError', 404, 'not-found'],
    ['AccessDenied', 403, 'missing-grant'],
    ['StsNotAuthorizedError', 403, 'missing-grant'],
    ['StsValidationError', 400, 'invalid-input'],
    ['TooManyTags', 400, 'invalid-input'],
  ])('%s (%i) is %s', (name, status, expected) => {
    expect(classifyError(sdkError(name, status))).toMatchObject({ class: expected, code: name });
  });
});

// "Error responses" of S3; "Common Errors" of STS and IAM.
describe('a refusal of S3, STS or IAM', () => {
  it.each([
    ['InvalidAccessKeyId', 403, 'credentials'],
    ['InvalidClientTokenId', 403, 'credentials'],
    ['SignatureDoesNotMatch', 403, 'credentials'],
    ['ExpiredToken', 400, 'credentials'],
    ['ExpiredTokenException', 403, 'credentials'],
    ['RequestTimeTooSkewed', 403, 'credentials'],
    ['NoSuchBucket', 404, 'not-found'],
    ['NoSuchEntityException', 404, 'not-found'],
    ['PermanentRedirect', 301, 'invalid-input'],
    ['RegionDisabledException', 403, 'unsupported'],
    ['ValidationError', 400, 'invalid-input'],
    ['OptInRequired', 403, 'unsupported'],
    ['SlowDown', 503, 'transient'],
    ['Throttling', 400, 'transient'],
    ['ThrottlingException', 400, 'transient'],
    ['ServiceUnavailable', 503, 'transient'],
    ['InternalError', 500, 'transient'],
    ['RequestTimeout', 400, 'timeout'],
    ['MethodNotAllowed', 405, 'unsupported'],
  ])('%s (%i) is %s', (name, status, expected) => {
    expect(classifyError(sdkError(name, status))?.class).toBe(expected);
  });

  it.each([
    [200, 'network'],
    [302, 'network'],
    [403, 'missing-grant'],
    [404, 'not-found'],
    [418, 'invalid-input'],
    [429, 'transient'],
    [502, 'network'],
    [503, 'transient'],
    [504, 'network'],
  ])('without a name, with the status %i, is %s', (status, expected) => {
    expect(classifyError(sdkError('Unknown', status, 'UnknownError'))?.class).toBe(expected);
  });
});

it('recognises missing credentials before a request is sent', () => {
  expect(classifyError(sdkError('CredentialsProviderError'))).toMatchObject({
    class: 'credentials',
    message: expect.stringContaining('has no credentials'),
  });
});

it('returns undefined for errors without a response', () => {
  for (const error of [undefined, 'text', new Error('x'), sdkError('TimeoutError')])
    expect(classifyError(error)).toBeUndefined();
  const reset = Object.assign(sdkError('TimeoutError'), { code: 'ECONNRESET' });
  expect(classifyFailure(reset, classifyError).class).toBe('network');
});

it('shows one line of the message, with a maximum length', () => {
  const message = classifyError(sdkError('ValidationError', 400, `${'x'.repeat(900)}\nsecond`))?.message ?? '';
  expect(message.length).toBeLessThan(520);
  expect(message).not.toContain('second');
});

it('keeps the end of a long message, which names the policy that denies the action', () => {
  const reason = 'with an explicit deny in a service control policy';
  const refusal = `User: ${'x'.repeat(400)} is not authorized to perform: s3:ListBucket on resource: ${'y'.repeat(400)} ${reason}`;
  const message = classifyError(sdkError('AccessDenied', 403, refusal))?.message ?? '';
  expect(message).toContain(`${reason}.`);
  expect(message).toMatch(/^User: x+/);
});

it('uses only existing classes, and each code once', () => {
  for (const row of FAILURES) expect(FAILURE_CLASSES).toHaveProperty([row.class]);
  const codes = FAILURES.flatMap((row) => row.codes);
  expect(new Set(codes).size).toBe(codes.length);
});
