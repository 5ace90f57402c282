import { classifyFailure, PlatformError } from '@portcullis/plugin-api';
import { ConnectionError, RequestError } from 'tedious';
import { describe, expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';

/** Returns a message of the server, in the form of tedious. */
function refused(number: number, message: string): RequestError {
  const fields = { number, state: 1, class: 16, serverName: 'myworkspace', procName: '', lineNumber: 1 };
  return Object.assign(new RequestError(message, 'EREQUEST'), fields);
}

/** Returns the error of a refused sign-in, to which the connection adds the number of the server's message. */
function notLetIn(number: number, message: string): ConnectionError {
  return Object.assign(new ConnectionError(message, 'ELOGIN'), { number });
}

/** Number and message from the vendor's pages, and the expected class. */
const REQUESTS: readonly (readonly [number: number, message: string, expected: string])[] = [
  [229, "The SELECT permission was denied on the object 't', database 'p', schema 's'.", 'missing-grant'],
  [262, "CREATE VIEW permission denied in database 'sqlpool1'.", 'missing-grant'],
  [15247, 'User does not have permission to perform this action.', 'missing-grant'],
  [15151, "Cannot drop the user 'x', because it does not exist or you do not have permission.", 'not-found'],
  [3701, "Cannot drop the table 'x', because it does not exist or you do not have permission.", 'not-found'],
  [208, "Invalid object name 'x'.", 'not-found'],
  [15007, "'x' is not a valid login or you do not have permission.", 'not-found'],
  [2714, "There is already an object named 'x' in the database.", 'already-exists'],
  [15023, "User, group, or role 'x' already exists in the current database.", 'already-exists'],
  [15025, "The server principal 'x' already exists.", 'already-exists'],
  [3729, "Cannot drop schema 's' because it is being referenced by object 'v'.", 'in-use'],
  [15138, 'The database principal owns a schema in the database, and cannot be dropped.', 'in-use'],
  [15144, 'The role has members. It must be empty before it can be dropped.', 'in-use'],
  [15434, "Could not drop login 'x' as the user is currently logged in.", 'in-use'],
  [40632, 'Password validation failed. The password does not meet policy requirements.', 'invalid-input'],
  [50000, 'Portcullis stopped at schema "x".', 'invalid-input'],
  [40501, 'The service is currently busy. Retry the request after 10 seconds.', 'transient'],
  [1205, 'Transaction was deadlocked on resources with another process.', 'transient'],
  [111212, 'Operation cannot be performed within a transaction.', 'internal'],
  [103010, 'Parse error at line: 1, column: 1: Incorrect syntax near X.', 'internal'],
  [102, "Incorrect syntax near 'x'.", 'internal'],
];

const SIGN_INS: readonly (readonly [number: number, message: string, expected: string])[] = [
  [18456, "Login failed for user 'x'.", 'credentials'],
  [18470, "Login failed for user 'x'. Reason: The account is disabled.", 'credentials'],
  [18486, "Login failed for user 'x' because the account is currently locked out.", 'credentials'],
  [18487, "Login failed for user 'x'.  Reason: The password of the account has expired.", 'credentials'],
  [4060, 'Cannot open database "p" requested by the login. The login failed.', 'missing-grant'],
  [40615, "Cannot open server 'x' requested by the login. Client is not allowed to access the server.", 'network'],
  [47073, 'The public network interface on this server is not accessible.', 'network'],
  [
    4221,
    "Login to read-secondary failed due to long wait on 'HADR_DATABASE_WAIT_FOR_TRANSITION_TO_VERSIONING'.",
    'transient',
  ],
  [42108, 'Can not connect to the SQL pool since it is paused.', 'paused-or-starting'],
  [40892, 'Cannot connect to database when it is paused.', 'paused-or-starting'],
  [42109, 'The SQL pool is warming up. Please try again.', 'paused-or-starting'],
  [40613, "Database 'p' on server 's' is not currently available.", 'paused-or-starting'],
];

describe('classifyError', () => {
  it.each(REQUESTS)('classifies the message %i: %s', (number, message, expected) => {
    expect(classifyError(refused(number, message))).toMatchObject({ class: expected, code: String(number) });
  });

  it.each(SIGN_INS)('classifies a rejected sign-in, %i: %s', (number, message, expected) => {
    const found = classifyError(notLetIn(number, message));
    expect(found).toMatchObject({ class: expected, code: String(number) });
    expect(found?.message).not.toMatch(/'x'|"p"/);
  });

  it.each(['Azure Active Directory', 'Microsoft Entra'])(
    'distinguishes a workspace that accepts only accounts of %s from a wrong password',
    (directory) => {
      const reason = `Reason: ${directory} only authentication is enabled. Please contact your system administrator.`;
      expect(classifyError(notLetIn(18456, `Login failed for user 'x'. ${reason}`))).toMatchObject({
        class: 'unsupported',
        code: '18456',
        message: expect.stringContaining('no SQL logins'),
      });
    },
  );

  it.each(['203.0.113.7', '2001:db8::7'])(
    'names the address that the firewall of a workspace blocks: %s',
    (address) => {
      const message = `Cannot open server 'x' requested by the login. Client with IP address '${address}' is not allowed to access the server. To enable access, use the Azure Management Portal or run sp_set_firewall_rule on the master database to create a firewall rule for this IP address or address range. It may take up to five minutes for this change to take effect.`;
      expect(classifyError(notLetIn(40_615, message))).toMatchObject({
        class: 'network',
        code: '40615',
        message: `No firewall rule of the workspace admits the address ${address}.`,
        help: expect.stringContaining('add a rule'),
      });
    },
  );

  it('does not ask for a firewall rule if a workspace accepts only private endpoints', () => {
    const message =
      'The public network interface on this server is not accessible. To connect to this server, use the Private Endpoint from inside your virtual network.';
    const found = classifyError(notLetIn(47_073, message));
    expect(found?.help).toContain('private endpoint');
    expect(found?.help).not.toContain('rule');
  });

  it('uses the meaningful message among informational ones', () => {
    const errors = [
      refused(3621, 'The statement has been terminated.'),
      refused(262, "CREATE VIEW permission denied in database 'p'."),
    ];
    expect(classifyError(new AggregateError(errors))).toMatchObject({ class: 'missing-grant', code: '262' });
  });

  it.each([
    ['ETIMEOUT', 'timeout'],
    ['ECANCEL', 'timeout'],
    ['ECLOSE', 'network'],
    ['ESOCKET', 'network'],
    ['ELOGIN', 'credentials'],
    ['EENCRYPT', 'tls'],
    ['EINVALIDSTATE', 'network'],
  ])('classifies errors of the driver itself: %s', (code, expected) => {
    for (const error of [new ConnectionError('x', code), new RequestError('x', code)]) {
      expect(classifyError(error)).toMatchObject({ class: expected, code });
    }
  });

  it('finds the cause of network errors of the driver', () => {
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(classifyError(new ConnectionError('Failed to connect', 'ESOCKET', { cause }))?.class).toBe('tls');
    const refusal = new PlatformError({ failureClass: 'invalid-input', message: 'Not there.' });
    expect(classifyError(new ConnectionError('x', 'ESOCKET', { cause: refusal }))).toEqual({
      class: 'invalid-input',
      message: 'Not there.',
    });
  });

  it('returns undefined for errors of other sources', () => {
    const cut = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    for (const each of [new Error('x'), undefined, 'text', cut]) expect(classifyError(each)).toBeUndefined();
    expect(classifyFailure(cut, classifyError)).toMatchObject({ class: 'network', code: 'ECONNRESET' });
  });

  it('reports an unknown number as unknown', () => {
    expect(classifyFailure(refused(99_999, 'SELECT secret FROM t'), classifyError)).toEqual({
      class: 'internal',
      message: 'An unexpected error occurred in the plugin.',
    });
  });
});
