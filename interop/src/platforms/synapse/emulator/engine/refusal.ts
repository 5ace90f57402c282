interface RefusalOptions {
  readonly severity?: number;
  readonly state?: number;
  readonly endsBatch?: boolean;
  readonly followedBy?: Refusal;
}

/** A refusal in the form of the server. Severities of 10 and less are messages. */
export class Refusal extends Error {
  readonly number: number;
  readonly severity: number;
  readonly state: number;
  /** True if the rest of the batch is skipped. Source: "Database Engine error severities"; "THROW". */
  readonly endsBatch: boolean;
  /** The refusal that is reported immediately after it. */
  readonly followedBy: Refusal | undefined;

  constructor(number: number, message: string, options: RefusalOptions = {}) {
    super(message);
    const { severity = 16, state = 1, endsBatch = false, followedBy } = options;
    this.followedBy = followedBy;
    this.number = number;
    this.severity = severity;
    this.state = state;
    this.endsBatch = endsBatch;
  }
}

const LOGIN = { severity: 14, endsBatch: true } as const;
const WHOLE = { endsBatch: true } as const;

/** The refusals of this server. Sources: "Database Engine events and errors"; for numbers above 40000 "Troubleshoot connectivity issues". */
export const refusals = {
  badLogin: (user: string): Refusal => new Refusal(18_456, `Login failed for user '${user}'.`, LOGIN),
  disabledLogin: (user: string) =>
    new Refusal(18_470, `Login failed for user '${user}'. Reason: The account is disabled.`, LOGIN),
  lockedLogin: (user: string) =>
    new Refusal(
      18_486,
      `Login failed for user '${user}' because the account is currently locked out. The system administrator can unlock it.`,
      LOGIN,
    ),
  noDatabase: (database: string, user: string): Refusal =>
    new Refusal(4060, `Cannot open database "${database}" requested by the login. The login failed.`, {
      severity: 11,
      endsBatch: true,
      followedBy: refusals.badLogin(user),
    }),
  firewall: (server: string, address: string) =>
    new Refusal(
      40_615,
      `Cannot open server '${server}' requested by the login. Client with IP address '${address}' is not allowed to access the server.`,
      LOGIN,
    ),
  paused: () =>
    new Refusal(
      42_108,
      'Can not connect to the SQL pool since it is paused. Please resume the SQL pool and try again.',
      LOGIN,
    ),
  warmingUp: () => new Refusal(42_109, 'The SQL pool is warming up. Please try again.', LOGIN),
  unavailable: (database: string, server: string) =>
    new Refusal(
      40_613,
      `Database '${database}' on server '${server}' is not currently available. Please retry the connection later.`,
      { severity: 17, endsBatch: true },
    ),
  syntax: (near: string, line = 1, column = 1) =>
    new Refusal(103_010, `Parse error at line: ${line}, column: ${column}: Incorrect syntax near '${near}'.`, WHOLE),
  onlyConstants: () =>
    new Refusal(
      103_010,
      'Insert values statement can contain only constant literal values or variable references.',
      WHOLE,
    ),
  noColumnstore: (column: string) =>
    new Refusal(
      35_343,
      `The statement failed. Column '${column}' has a data type that cannot participate in a columnstore index.`,
    ),
  fixedRole: (name: string) => new Refusal(15_150, `Cannot drop the role '${name}'.`),
  ownsRole: () => new Refusal(15_421, 'The database principal owns a database role and cannot be dropped.'),
  hasGranted: () =>
    new Refusal(
      15_284,
      'The database principal has granted or denied permissions to objects in the database and cannot be dropped.',
    ),
  firstInBatch: (statement: string) =>
    new Refusal(111, `'${statement}' must be the first statement in a query batch.`, { severity: 15, endsBatch: true }),
  aloneInBatch: (statement: string) =>
    new Refusal(40_530, `The ${statement} statement must be the only statement in the batch.`, WHOLE),
  notMaster: () => new Refusal(5001, 'User must be in the master database.'),
  noUse: () =>
    new Refusal(
      40_508,
      'USE statement is not supported to switch between databases. Use a new connection to connect to a different database.',
      WHOLE,
    ),
  otherDatabase: (path: string) =>
    new Refusal(
      40_515,
      `Reference to database and/or server name in '${path}' is not supported in this version of SQL Server.`,
      WHOLE,
    ),
  inTransaction: () => new Refusal(111_212, '111212;Operation cannot be performed within a transaction.'),
  abortedTransaction: () =>
    new Refusal(
      111_233,
      '111233;The current transaction has aborted, and any pending changes have been rolled back. Cause: A transaction in a rollback-only state was not explicitly rolled back before a DDL, DML or SELECT statement.',
    ),
  tooLong: (name: string) =>
    new Refusal(
      103,
      `The identifier that starts with '${name.slice(0, 30)}' is too long. Maximum length is 128.`,
      WHOLE,
    ),
  noObject: (name: string) => new Refusal(208, `Invalid object name '${name}'.`, WHOLE),
  noColumn: (name: string) => new Refusal(207, `Invalid column name '${name}'.`, WHOLE),
  noFunction: (name: string) =>
    new Refusal(195, `'${name}' is not a recognized built-in function name.`, { severity: 15, endsBatch: true }),
  noVariable: (name: string) =>
    new Refusal(137, `Must declare the scalar variable "${name}".`, { severity: 15, endsBatch: true }),
  noProcedure: (name: string) => new Refusal(2812, `Could not find stored procedure '${name}'.`),
  noParameter: (procedure: string, name: string) =>
    new Refusal(201, `Procedure or function '${procedure}' expects parameter '${name}', which was not supplied.`),
  noSchema: (name: string) =>
    new Refusal(
      2760,
      `The specified schema name "${name}" either does not exist or you do not have permission to use it.`,
    ),
  exists: (name: string) => new Refusal(2714, `There is already an object named '${name}' in the database.`),
  principalExists: (name: string) =>
    new Refusal(15_023, `User, group, or role '${name}' already exists in the current database.`),
  loginHasUser: () => new Refusal(15_063, 'The login already has an account under a different user name.'),
  loginExists: (name: string) => new Refusal(15_025, `The server principal '${name}' already exists.`),
  badSid: () => new Refusal(15_419, 'Supplied parameter sid should be binary(32).'),
  reservedLogin: (name: string) =>
    new Refusal(15_006, `'${name}' is not a valid name because it contains invalid characters.`),
  noLogin: (name: string) => new Refusal(15_007, `'${name}' is not a valid login or you do not have permission.`),
  noGrantee: (name: string) =>
    new Refusal(15_151, `Cannot find the user '${name}', because it does not exist or you do not have permission.`),
  noSecurable: (kind: string, name: string) =>
    new Refusal(15_151, `Cannot find the ${kind} '${name}', because it does not exist or you do not have permission.`),
  noPrincipal: (name: string) => new Refusal(15_410, `User or role '${name}' does not exist in this database.`),
  notMember: (member: string) =>
    new Refusal(15_151, `Cannot drop the member '${member}', because it does not exist or you do not have permission.`),
  unreachable: (verb: string, kind: string, name: string) =>
    new Refusal(
      15_151,
      `Cannot ${verb} the ${kind} '${name}', because it does not exist or you do not have permission.`,
    ),
  cannotDrop: (kind: string, name: string) =>
    new Refusal(3701, `Cannot drop the ${kind} '${name}', because it does not exist or you do not have permission.`, {
      severity: 11,
    }),
  notEmpty: (schema: string, by: string) =>
    new Refusal(3729, `Cannot drop schema '${schema}' because it is being referenced by object '${by}'.`),
  ownsSomething: (kind: string) =>
    new Refusal(15_138, `The database principal owns a ${kind} in the database, and cannot be dropped.`),
  hasMembers: () => new Refusal(15_144, 'The role has members. It must be empty before it can be dropped.'),
  loggedIn: (name: string) => new Refusal(15_434, `Could not drop login '${name}' as the user is currently logged in.`),
  special: () => new Refusal(15_405, "Cannot use the special principal 'dbo'."),
  weakPassword: () =>
    new Refusal(
      40_632,
      'Password validation failed. The password does not meet policy requirements because it is not complex enough.',
    ),
  denied: (permission: string, object: string, database: string, schema: string) =>
    new Refusal(
      229,
      `The ${permission} permission was denied on the object '${object}', database '${database}', schema '${schema}'.`,
      { severity: 14 },
    ),
  deniedInDatabase: (permission: string, database: string) =>
    new Refusal(262, `${permission} permission denied in database '${database}'.`, { severity: 14 }),
  notAllowed: () => new Refusal(15_247, 'User does not have permission to perform this action.'),
  cannotGrant: () => new Refusal(4613, 'Grantor does not have GRANT permission.', { severity: 16 }),
  cannotImpersonate: (name: string) =>
    new Refusal(
      15_517,
      `Cannot execute as the database principal because the principal "${name}" does not exist, this type of principal cannot be impersonated, or you do not have permission.`,
    ),
} as const;
