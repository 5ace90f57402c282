/** A refusal in the form of Snowflake: code, SQLSTATE and message, the same for the driver and the REST interface. */
export class Refusal extends Error {
  readonly code: string;
  readonly sqlState: string;
  /** The HTTP status of the REST interface. */
  readonly status: number;

  constructor(code: string, sqlState: string, message: string, status = 422) {
    super(message);
    this.code = code;
    this.sqlState = sqlState;
    this.status = status;
  }
}

/** The refusals of this emulator, with the codes of public reports of the real service. */
export const refusals = {
  badPassword: () => new Refusal('390100', '28000', 'Incorrect username or password was specified.', 401),
  badToken: () => new Refusal('390144', '28000', 'JWT token is invalid. [00000000-0000-4000-8000-000000000000]', 401),
  badAccessToken: () => new Refusal('390303', '28000', 'Invalid OAuth access token.', 401),
  locked: () =>
    new Refusal(
      '390102',
      '28000',
      'User temporarily locked. Try again later, or contact your local system administrator.',
      401,
    ),
  roleNotAssigned: (role: string) =>
    new Refusal(
      '003013',
      '42501',
      `SQL access control error:\nRequested role '${role}' is not assigned to the executing user. Specify another role to activate.`,
    ),
  noIdentifier: (name: string) =>
    new Refusal('000904', '42000', `SQL compilation error: error line 1 at position 0\ninvalid identifier '${name}'`),
  roleNotPermitted: (role: string) =>
    new Refusal(
      '390317',
      '08001',
      `The role requested in the connection, or the default role if none was requested in the connection ('${role}'), is not listed in the Access Token or was filtered. Please specify another role, or contact your OAuth Authorization server administrator.`,
      401,
    ),
  roleRefused: (role: string) =>
    new Refusal(
      '390189',
      '08004',
      `Role '${role}' specified in the connect string does not exist or not authorized. Contact your local system administrator, or attempt to login with another role, e.g. PUBLIC.`,
      422,
    ),
  insufficient: (on: string) =>
    new Refusal('003001', '42501', `SQL access control error:\nInsufficient privileges to operate on ${on}`),
  missing: (kind: string, name: string) =>
    new Refusal('002003', '02000', `SQL compilation error:\n${kind} '${name}' does not exist or not authorized.`),
  noSuchThing: () =>
    new Refusal('002043', '02000', 'SQL compilation error:\nObject does not exist, or operation cannot be performed.'),
  exists: (name: string) => new Refusal('002002', '42710', `SQL compilation error:\nObject '${name}' already exists.`),
  noWarehouse: () =>
    new Refusal(
      '000606',
      '57P03',
      "No active warehouse selected in the current session.  Select an active warehouse with the 'use warehouse' command.",
    ),
  tooManyRows: () =>
    new Refusal(
      '090153',
      '22000',
      'The result set size exceeded the max number of rows(10000) supported for SHOW statements. Use LIMIT option to limit result set to a smaller number.',
    ),
  unsupported: (feature: string) => new Refusal('000002', '0A000', `Unsupported feature '${feature}'.`),
  syntax: (text: string) =>
    new Refusal(
      '001003',
      '42000',
      `SQL compilation error:\nsyntax error line 1 at position 0 unexpected '${text.slice(0, 40)}'.`,
    ),
  raised: (message: string) =>
    new Refusal('100132', 'P0000', `Uncaught exception of type 'FOREIGN' on line 1 at position 0 : ${message}`),
  useInRestInterface: () => new Refusal('391911', '0A000', 'Unsupported statement type: USE.'),
  noUserAgent: () => new Refusal('391903', '08000', 'Request header User-Agent is missing.', 400),
  policyAttached: (policy: string) =>
    new Refusal(
      '003932',
      '23001',
      `SQL compilation error:\nCannot drop database because: Policy '${policy}' used by another database.`,
    ),
  cancelled: () => new Refusal('000604', '57014', 'SQL execution canceled'),
} as const;
