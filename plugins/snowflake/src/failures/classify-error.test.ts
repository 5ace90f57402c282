import { describe, expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { SnowflakeApiError } from './snowflake-api-error.ts';

/** An error in the form of snowflake-sdk 3.3.0. */
function driverError(name: string, fields: object): Error {
  return Object.assign(new Error('message' in fields ? String(fields.message) : ''), { ...fields, name });
}

/** Code, SQLSTATE and message as reports of the real service show them, and the expected class. */
const RECORDED: readonly (readonly [code: string, sqlState: string, message: string, expected: string])[] = [
  ['390100', '28000', 'Incorrect username or password was specified.', 'credentials'],
  ['390144', '28000', 'JWT token is invalid. [7fb87e37-2f26-4a10-9f9c-72276ea898bf]', 'credentials'],
  ['394300', '08004', '!394300!', 'credentials'],
  [
    '394508',
    '08004',
    'Failed to authenticate: MFA with TOTP is required. To authenticate, provide both your password and a current TOTP passcode.',
    'unsupported',
  ],
  [
    '394512',
    '08004',
    'Failed to authenticate: MFA authentication is required, but none of your current MFA methods are supported for programmatic authentication.',
    'unsupported',
  ],
  ['390303', '28000', 'Invalid OAuth access token.', 'credentials'],
  ['394400', '08001', 'Programmatic access token is invalid.', 'credentials'],
  ['390432', '08001', 'Fail : Network policy is required.', 'unsupported'],
  ['390304', '08001', 'Incorrect username or password was specified.', 'credentials'],
  [
    '390317',
    '08001',
    "The role requested in the connection, or the default role if none was requested in the connection ('ACCOUNTADMIN'), is not listed in the Access Token or was filtered.",
    'missing-grant',
  ],
  ['390201', '08006', 'The requested warehouse does not exist or not authorized.', 'not-found'],
  [
    '003013',
    '42501',
    "SQL access control error:\nRequested role 'X' is not assigned to the executing user.",
    'missing-grant',
  ],
  [
    '003001',
    '42501',
    "SQL access control error:\nInsufficient privileges to operate on account 'XY12345'",
    'missing-grant',
  ],
  ['002003', '02000', "SQL compilation error:\nDatabase 'GOV' does not exist or not authorized.", 'not-found'],
  ['002043', '02000', 'SQL compilation error:\nObject does not exist, or operation cannot be performed.', 'not-found'],
  ['002002', '42710', "SQL compilation error:\nObject 'GOV' already exists.", 'already-exists'],
  ['001003', '42000', "SQL compilation error:\nsyntax error line 1 at position 7 unexpected 'FROM'.", 'internal'],
  ['000606', '57P03', 'No active warehouse selected in the current session.', 'paused-or-starting'],
  ['000604', '57014', 'SQL execution canceled', 'timeout'],
  [
    '000666',
    '57014',
    'SQL compilation error:\nYour account is suspended due to lack of payment method.',
    'paused-or-starting',
  ],
  ['391911', '0A000', 'Unsupported statement type: USE.', 'unsupported'],
];

describe('classifyError', () => {
  it.each(RECORDED)(
    'classifies %s, from the driver and from the REST API alike',
    (code, sqlState, message, expected) => {
      const fromDriver = classifyError(driverError('OperationFailedError', { code, sqlState, message }));
      const fromRest = classifyError(new SnowflakeApiError({ status: 422, code, sqlState, message }));
      expect(fromDriver?.class).toEqual(expected);
      expect(fromRest?.class).toEqual(expected);
      expect(fromDriver?.code).toBe(code);
      expect(fromDriver?.message).not.toMatch(/\[|FROM|!/);
    },
  );

  it('uses the SQLSTATE if the code is unknown, and the HTTP status if there is neither', () => {
    const unknown = { code: '999999', sqlState: '42501', message: 'No.' };
    expect(classifyError(driverError('OperationFailedError', unknown))?.class).toBe('missing-grant');
    const bare = (status: number) =>
      classifyError(new SnowflakeApiError({ status, code: undefined, sqlState: undefined, message: '' }));
    expect([401, 403, 429, 502, 503, 504].map((status) => bare(status)?.class)).toEqual([
      'credentials',
      'not-found',
      'transient',
      'network',
      'transient',
      'network',
    ]);
  });

  it('names a key pair as the remedy if a sign-in needs a second factor', () => {
    const [mfa] = RECORDED.filter(([code]) => code === '394508').map(([code, sqlState, message]) =>
      classifyError(driverError('OperationFailedError', { code, sqlState, message })),
    );
    expect(mfa).toMatchObject({
      message: expect.stringContaining('second factor'),
      help: expect.stringContaining('Use a key pair'),
    });
  });

  it('shows the reason of the server for a sign-in that it refuses with an unknown code', () => {
    const message = 'Failed to connect to DB: the sign-in is blocked.';
    const refusal = driverError('OperationFailedError', { code: '399999', sqlState: '08004', message });
    expect(classifyError(refusal)).toMatchObject({ class: 'unsupported', message });
  });

  it('shows this reason also without a SQLSTATE, which the driver does not get from a sign-in', () => {
    const message = 'Authentication attempt rejected by the current authentication policy.';
    for (const code of ['390499', '394699', '395001'])
      expect(classifyError(driverError('OperationFailedError', { code, message }))).toMatchObject({
        class: 'unsupported',
        code,
        message,
        help: expect.stringContaining('why it refuses'),
      });
  });

  it('reports a suspended warehouse with any code', () => {
    const message =
      "Warehouse 'MY_WH' is suspended. Use 'alter warehouse MY_WH resume;' command if you need to use it again.";
    expect(classifyError(driverError('OperationFailedError', { code: '009999', message }))?.class).toBe(
      'paused-or-starting',
    );
  });

  it('names the resource monitor that keeps a warehouse suspended, and the remedy', () => {
    const message = "Warehouse 'WH' cannot be resumed because resource monitor 'DAILY' has exceeded its quota.";
    const refusal = driverError('OperationFailedError', { code: '090073', sqlState: '22000', message });
    expect(classifyError(refusal)).toMatchObject({
      class: 'paused-or-starting',
      message,
      help: expect.stringContaining('quota'),
    });
  });

  it('finds the cause of network errors of the driver', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const wrapped = driverError('NetworkError', { code: 401001, message: 'Network error.', cause });
    expect(classifyError(wrapped)).toMatchObject({
      class: 'network',
      message: expect.stringMatching(/nothing listens/),
    });
    expect(classifyError(driverError('NetworkError', { code: 401001, message: 'x' }))?.class).toBe('network');
  });

  it('treats a failure without a message as a response of an intermediary', () => {
    expect(classifyError(driverError('OperationFailedError', {}))).toMatchObject({
      class: 'network',
      message: expect.stringContaining('not JSON'),
    });
  });

  it('returns undefined for errors of other sources', () => {
    for (const each of [new Error('x'), undefined, 'text', Object.assign(new Error(), { code: '002003' })])
      expect(classifyError(each)).toBeUndefined();
  });
});
