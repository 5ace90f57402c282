import type { FailureRow } from '@portcullis/plugin-api';

/** The code for a role that an access token does not list, or that its security integration blocks. */
export const ROLE_NOT_IN_TOKEN = '390317';

/**
 * The remedy. An integration blocks administrators by default. Source: "CREATE SECURITY INTEGRATION (External OAuth)",
 * EXTERNAL_OAUTH_ANY_ROLE_MODE and EXTERNAL_OAUTH_BLOCKED_ROLES_LIST.
 */
export const ROLE_NOT_IN_TOKEN_HELP =
  'Ask an administrator to permit the role in the security integration: EXTERNAL_OAUTH_ANY_ROLE_MODE must be ENABLE for a token without this role, and EXTERNAL_OAUTH_BLOCKED_ROLES_LIST must not contain it. By default, the list contains ACCOUNTADMIN, ORGADMIN and SECURITYADMIN.';

/** The code for a list with more rows than the platform shows. Source: a message of `SHOW TABLES` in public reports. */
export const TOO_MANY_ROWS = '090153';

const CHECK_HOST = 'Check the organization and account name, or the locator and region.';

/**
 * The failure rows of Snowflake's codes, the same in the driver and in the REST interface. Sources: Snowflake,
 * "Troubleshooting key-pair authentication" (3943xx, 390144), "Error messages for SQL API" (39xxxx), "Troubleshooting
 * connection problems" (390xxx); "Using programmatic access tokens for authentication" (390432, 394400); the codes of
 * statements (00xxxx, 09xxxx) as the recorded responses in `classify-error.test.ts` show them. Rows without a message
 * show the server's first sentence, which names objects and no values.
 */
export const SERVER_FAILURES: readonly FailureRow[] = [
  { codes: ['390100'], class: 'credentials', message: 'The user name or the password was refused.' },
  {
    codes: ['390101', '390102'],
    class: 'credentials',
    message: 'The user is locked or disabled.',
    help: 'Ask an administrator to unlock it, or wait 15 minutes until it is unlocked.',
  },
  { codes: ['390106', '390107', '390108', '390914'], class: 'credentials', message: 'The password has expired.' },
  {
    codes: ['390144', '3943*'],
    class: 'credentials',
    message:
      'The key pair was refused: the user has another key, the key has expired, or the clock of the service is wrong.',
  },
  {
    codes: ['390303', '390318', '390195'],
    class: 'credentials',
    message: 'The access token was refused or has expired.',
  },
  {
    codes: ['394400'],
    class: 'credentials',
    message: 'The programmatic access token was refused: it is wrong, has expired or was revoked.',
  },
  {
    codes: ['390432'],
    class: 'unsupported',
    message: 'The user has no network policy, and the account accepts programmatic access tokens only with one.',
    help: 'Ask an administrator to set a network policy on the user that permits the address of this service, or to allow tokens without one in the authentication policy of the user (PAT_POLICY).',
  },
  {
    codes: ['390304'],
    class: 'credentials',
    message: 'The account has no user for this access token.',
    help: 'Ask an administrator to compare the claim EXTERNAL_OAUTH_TOKEN_USER_MAPPING_CLAIM of the token with the login name or the e-mail address of the user.',
  },
  // Not `credentials`: the user exists, so a refusal does not show that a script has removed it.
  {
    codes: ['390394', '390395'],
    class: 'unsupported',
    message: 'An authentication policy refuses this sign-in method.',
    help: 'Use another authenticationType, or ask an administrator to allow this method in the policy.',
  },
  {
    codes: ['390197', '390127', '3945*'],
    class: 'unsupported',
    message: 'The user must sign in with a second factor, which a service cannot provide.',
    help: 'Use a key pair, or a programmatic access token in place of the password.',
  },
  {
    codes: ['390104', '390111', '390112', '390114', '390110'],
    class: 'transient',
    message: 'The session has expired.',
  },
  {
    codes: ['390186', '390189', '003013'],
    class: 'missing-grant',
    message: 'The role does not exist or is not granted to this user.',
  },
  // The token is valid, but not for this role. Source: "External OAuth overview", Using ANY role with External OAuth.
  {
    codes: [ROLE_NOT_IN_TOKEN],
    class: 'missing-grant',
    message: 'The access token does not permit this role.',
    help: ROLE_NOT_IN_TOKEN_HELP,
  },
  { codes: ['390201'], class: 'not-found', message: 'The warehouse does not exist or may not be used.' },
  {
    codes: ['390422', '390420'],
    class: 'network',
    message: 'A network policy of the account blocks this address.',
    help: 'Ask an administrator to add the address of this service to the network policy.',
  },
  {
    codes: ['390190', '390191', '250001', '390400', '390403'],
    class: 'credentials',
    message: 'The account or the user is unknown.',
  },
  { codes: ['390913', '390903'], class: 'unsupported', message: 'The account is not active.' },
  // Statements without a warehouse still run, and so does the sign-in.
  {
    codes: ['000666'],
    class: 'paused-or-starting',
    help: 'Ask an administrator of the account to restore it, then try again.',
  },
  { codes: ['003001', '003003', '003007', '003011', '003041', '003540'], class: 'missing-grant' },
  { codes: ['002003', '002043', '002141', '090105', '090106', '002049'], class: 'not-found' },
  { codes: ['002002', '002041', '003118'], class: 'already-exists' },
  {
    codes: ['003932', '098507', '003555', '003535'],
    class: 'in-use',
    message: 'A policy of this database is still attached to an object outside of it.',
    help: 'Detach it, then try again.',
  },
  {
    codes: ['000606', '000607'],
    class: 'paused-or-starting',
    message: 'No warehouse is active: it does not exist, may not be used, or is suspended.',
  },
  {
    codes: ['090073'],
    class: 'paused-or-starting',
    help: 'Ask an administrator to raise the quota of the resource monitor, or wait until its next interval begins.',
  },
  {
    codes: ['090232', '000609', '000610'],
    class: 'paused-or-starting',
    message: 'The warehouse is suspended and cannot be resumed now.',
  },
  {
    codes: ['000604', '000630', '000605', '604', '630'],
    class: 'timeout',
    message: 'The statement was cancelled: it took too long, or its request has ended.',
  },
  {
    codes: ['000625', '000628', '200001', '000603', '300005', '300002'],
    class: 'transient',
    message: 'Snowflake failed temporarily.',
  },
  {
    codes: ['000002', '000003', '003091', '391911'],
    class: 'unsupported',
    message: 'The account does not support this statement: its edition or interface lacks the feature.',
  },
  {
    codes: [TOO_MANY_ROWS],
    class: 'unsupported',
    message: 'Snowflake does not list more than 10,000 objects of a kind at once, and there are more.',
  },
  {
    codes: ['001003', '000904', '001007', '000008', '002010', '001044'],
    class: 'internal',
    message: 'Snowflake does not understand a statement of this plugin.',
  },
  {
    codes: ['001008', '002028', '003131', '100038', '000023', '390300'],
    class: 'invalid-input',
    message: 'Snowflake refused a name or a value.',
  },
  {
    codes: ['391902', '391903', '391912', '391918'],
    class: 'internal',
    message: 'Snowflake does not understand a request of this plugin.',
  },
];

const ASK_WHY = 'Ask an administrator of the account why it refuses this sign-in.';

/** The meaning of SQLSTATEs, for codes without a row above. Source: the driver's documentation, "Handling errors". */
export const STATE_FAILURES: readonly FailureRow[] = [
  { codes: ['28000'], class: 'credentials', message: 'The credentials were refused.' },
  // The server refuses the sign-in, for a reason that its message names.
  { codes: ['08004'], class: 'unsupported', help: ASK_WHY },
  { codes: ['42501'], class: 'missing-grant' },
  { codes: ['42S02', '02000', '42704'], class: 'not-found' },
  { codes: ['42710'], class: 'already-exists' },
  { codes: ['57014'], class: 'timeout', message: 'The statement was cancelled.' },
  { codes: ['57P03'], class: 'paused-or-starting', message: 'No warehouse is active.' },
  { codes: ['0A000'], class: 'unsupported', message: 'The account does not support this statement.' },
  { codes: ['P0000', '22*', '23*'], class: 'invalid-input', message: 'Snowflake refused a value.' },
];

/**
 * The codes of refused sign-ins without a row above. The driver receives them without a SQLSTATE; the message names the
 * reason. Source: the recorded responses in the tests of snowflake-sdk, `wiremock/mappings`.
 */
export const SIGN_IN_FAILURES: readonly FailureRow[] = [
  { codes: ['390*', '394*', '395*'], class: 'unsupported', help: ASK_WHY },
];

/** The meaning of the HTTP status. Source: "Snowflake SQL API reference", Response codes. */
export const STATUS_FAILURES: readonly FailureRow[] = [
  {
    codes: ['http-400', 'http-405', 'http-415'],
    class: 'internal',
    message: 'Snowflake does not understand a request of this plugin.',
  },
  { codes: ['http-401'], class: 'credentials', message: 'The credentials were refused.' },
  {
    codes: ['http-403'],
    class: 'not-found',
    message: 'No account answers at this host, or a proxy blocks it.',
    help: CHECK_HOST,
  },
  {
    codes: ['http-404'],
    class: 'not-found',
    message: 'No account answers at this host.',
    help: CHECK_HOST,
  },
  {
    codes: ['http-407'],
    class: 'network',
    message: 'The proxy requires a user name and a password.',
    help: 'Ask the operator of the service to add both to the option proxy of the plugin.',
  },
  { codes: ['http-408'], class: 'timeout', message: 'The statement took too long.' },
  // RFC 9110, 15.6.3 and 15.6.5: a gateway got no response, so the effect of the request is unknown.
  {
    codes: ['http-502', 'http-504'],
    class: 'network',
    message: 'A server between the service and Snowflake has lost the response.',
  },
  { codes: ['http-429', 'http-5*'], class: 'transient', message: 'Snowflake is busy at the moment.' },
];

/** The meaning of the driver's own errors, without the server. Source: snowflake-sdk 3.3.0, `error_code` and `errors`. */
export const DRIVER_FAILURES: readonly FailureRow[] = [
  { codes: ['401001', '402001'], class: 'network', message: 'The platform could not be reached.' },
  { codes: ['401002', '402002'], class: 'transient', message: 'Snowflake responded with a failure.' },
  {
    codes: ['401003'],
    class: 'network',
    message: 'The response is not JSON: a server between the service and Snowflake has responded.',
  },
  { codes: ['401004', '407002', '405503', '406502'], class: 'transient', message: 'The session has ended.' },
  { codes: ['404*'], class: 'invalid-input', message: 'The driver refused an option of the connection.' },
  {
    codes: ['405506', '405507'],
    class: 'unsupported',
    message: 'The driver does not support this sign-in method.',
    help: 'Ask the operator of the service to install a newer snowflake-sdk.',
  },
  {
    codes: ['4121*', '4122*', '4130*'],
    class: 'tls',
    message: 'The certificate of the platform was revoked or could not be checked.',
  },
];
