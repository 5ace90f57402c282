import { refusals } from './refusal.ts';

/** A privilege that a role holds. `on` is ACCOUNT, DATABASE, SCHEMA or WAREHOUSE; `name` is the path of the object. */
export interface Grant {
  readonly privilege: string;
  readonly on: string;
  readonly name: string;
  readonly role: string;
  readonly option: boolean;
}

/** An object with an owner and an optional comment. */
export interface Owned {
  owner: string;
  comment: string;
}

/** A user of the account. */
export interface User extends Owned {
  password?: string | undefined;
  /** The public keys by the property that holds them: `RSA_PUBLIC_KEY`, `RSA_PUBLIC_KEY_2`. */
  readonly keys: Map<string, string>;
  loginName: string;
  locked?: boolean;
  readonly roles: Set<string>;
  readonly properties: Map<string, string>;
  /** The roles of the user that its credentials do not permit. @default none */
  readonly notPermitted?: ReadonlySet<string>;
}

/** The kinds of objects of a database, by the list that shows them. Procedures and functions have no owner in lists. */
export const LISTED = {
  OBJECTS: ['TABLE', 'VIEW'],
  STAGES: ['STAGE'],
  SEQUENCES: ['SEQUENCE'],
  PROCEDURES: ['PROCEDURE'],
  'USER FUNCTIONS': ['FUNCTION'],
  TASKS: ['TASK'],
  STREAMS: ['STREAM'],
  PIPES: ['PIPE'],
  'FILE FORMATS': ['FILE FORMAT'],
  MODELS: ['MODEL'],
  ALERTS: ['ALERT'],
  TAGS: ['TAG'],
  SECRETS: ['SECRET'],
  'NETWORK RULES': ['NETWORK RULE'],
  'MASKING POLICIES': ['MASKING POLICY'],
  'ROW ACCESS POLICIES': ['ROW ACCESS POLICY'],
  'AGGREGATION POLICIES': ['AGGREGATION POLICY'],
  'PROJECTION POLICIES': ['PROJECTION POLICY'],
  'JOIN POLICIES': ['JOIN POLICY'],
  'PRIVACY POLICIES': ['PRIVACY POLICY'],
  'STORAGE LIFECYCLE POLICIES': ['STORAGE LIFECYCLE POLICY'],
  'PASSWORD POLICIES': ['PASSWORD POLICY'],
  'SESSION POLICIES': ['SESSION POLICY'],
  'AUTHENTICATION POLICIES': ['AUTHENTICATION POLICY'],
  'GIT REPOSITORIES': ['GIT REPOSITORY'],
  'IMAGE REPOSITORIES': ['IMAGE REPOSITORY'],
  SERVICES: ['SERVICE'],
  STREAMLITS: ['STREAMLIT'],
  NOTEBOOKS: ['NOTEBOOK'],
  'SEMANTIC VIEWS': ['SEMANTIC VIEW'],
  'CORTEX SEARCH SERVICES': ['CORTEX SEARCH SERVICE'],
  AGENTS: ['AGENT'],
  DATASETS: ['DATASET'],
} as const;

/** A list of objects of a database. */
export type Listed = keyof typeof LISTED;

/** An object in a schema. */
interface Contained extends Owned {
  readonly kind: (typeof LISTED)[Listed][number];
}

/** A database with its schemas. */
interface Database extends Owned {
  readonly schemas: Map<string, Owned>;
  /** Contents of the schemas, by path (`PUBLIC.T`). @default nothing */
  readonly contents?: Map<string, Contained>;
  /** The database roles, by name. @default none */
  readonly databaseRoles?: Map<string, Owned>;
  /** Objects of other databases with a policy of this database, which therefore cannot be dropped. */
  attachedPolicies: number;
}

/** A warehouse. */
interface Warehouse extends Owned {
  suspended: boolean;
  autoResume: boolean;
}

/** The contents of an account, as far as the plugin sees them. */
export interface Account {
  readonly users: Map<string, User>;
  readonly roles: Map<string, Owned>;
  /** The roles that are granted to a role, by its name. */
  readonly below: Map<string, Set<string>>;
  readonly databases: Map<string, Database>;
  readonly warehouses: Map<string, Warehouse>;
  readonly grants: Grant[];
  edition: 'STANDARD' | 'ENTERPRISE';
  /** The lists of a newer release, whose statements are syntax errors. */
  readonly unknownLists: Set<string>;
  foldsQuoted: boolean;
  /** The value of ROWS_PER_RESULTSET; 0 means no maximum. Source: "Parameters". */
  rowsPerResultset: number;
}

const SYSTEM = 'SNOWFLAKE';

/**
 * Returns an account after sign-up. Sources: "Overview of Access Control", System-defined roles and their hierarchy;
 * "Access control privileges", Global privileges and who holds them by default.
 */
export function createAccount(): Account {
  const account: Account = {
    users: new Map(),
    roles: new Map(),
    below: new Map(),
    databases: new Map(),
    warehouses: new Map(),
    grants: [],
    edition: 'ENTERPRISE',
    unknownLists: new Set(),
    foldsQuoted: false,
    rowsPerResultset: 0,
  };
  for (const role of ['ACCOUNTADMIN', 'SECURITYADMIN', 'USERADMIN', 'SYSADMIN', 'PUBLIC']) {
    account.roles.set(role, { owner: SYSTEM, comment: '' });
    account.below.set(role, new Set());
  }
  account.below.get('ACCOUNTADMIN')?.add('SECURITYADMIN').add('SYSADMIN');
  account.below.get('SECURITYADMIN')?.add('USERADMIN');
  const held: Readonly<Record<string, readonly string[]>> = {
    SYSADMIN: ['CREATE DATABASE', 'CREATE WAREHOUSE'],
    USERADMIN: ['CREATE USER', 'CREATE ROLE'],
    SECURITYADMIN: ['MANAGE GRANTS'],
    ACCOUNTADMIN: ['APPLY MASKING POLICY', 'APPLY ROW ACCESS POLICY'],
  };
  for (const [role, privileges] of Object.entries(held)) {
    for (const privilege of privileges) account.grants.push({ privilege, on: 'ACCOUNT', name: '', role, option: true });
  }
  account.databases.set('SNOWFLAKE', { owner: SYSTEM, comment: '', schemas: new Map(), attachedPolicies: 0 });
  account.grants.push({
    privilege: 'IMPORTED PRIVILEGES',
    on: 'DATABASE',
    name: 'SNOWFLAKE',
    role: 'ACCOUNTADMIN',
    option: true,
  });
  return account;
}

/** A role and every role below it. Source: "Overview of Access Control", Role hierarchy and privilege inheritance. */
export function inherited(account: Account, role: string): ReadonlySet<string> {
  const found = new Set([role, 'PUBLIC']);
  // The iteration of a set includes elements that are added during it.
  for (const each of found) for (const lower of account.below.get(each) ?? []) found.add(lower);
  return found;
}

/** The roles that a user may act as. Source: "CURRENT_AVAILABLE_ROLES". */
export function availableRoles(account: Account, user: User): ReadonlySet<string> {
  return new Set(['PUBLIC', ...[...user.roles].flatMap((role) => [...inherited(account, role)])]);
}

/** True when a role holds a privilege, directly or through a role below it. */
export function holds(
  account: Account,
  role: string,
  wanted: Pick<Grant, 'privilege' | 'on' | 'name'> & { readonly option?: boolean },
): boolean {
  const roles = inherited(account, role);
  return account.grants.some(
    (grant) =>
      roles.has(grant.role) &&
      grant.privilege === wanted.privilege &&
      grant.on === wanted.on &&
      grant.name === wanted.name &&
      (!wanted.option || grant.option),
  );
}

/** True when a role is, or inherits from, the owner of an object. */
export function owns(account: Account, role: string, object: Owned): boolean {
  return inherited(account, role).has(object.owner);
}

/** True when a role may manage every grant. Source: "Access control privileges", MANAGE GRANTS. */
export function managesGrants(account: Account, role: string): boolean {
  return holds(account, role, { privilege: 'MANAGE GRANTS', on: 'ACCOUNT', name: '' });
}

/**
 * True when a role sees an object: any privilege on it, its ownership, or MANAGE GRANTS. Source: "SHOW DATABASES", usage
 * notes.
 */
export function sees(account: Account, role: string, on: string, name: string, object: Owned): boolean {
  const roles = inherited(account, role);
  return (
    managesGrants(account, role) ||
    owns(account, role, object) ||
    account.grants.some((grant) => roles.has(grant.role) && grant.on === on && grant.name === name)
  );
}

/** Rejects an operation on the account without its privilege. */
export function needPrivilege(account: Account, role: string, privilege: string): void {
  if (!holds(account, role, { privilege, on: 'ACCOUNT', name: '' })) throw refusals.insufficient('account.');
}

/** Rejects an operation that needs ownership. A hidden object is reported as missing. */
export function needOwnership(
  account: Account,
  role: string,
  kind: string,
  name: string,
  object: Owned | undefined,
): Owned {
  if (!object) throw refusals.missing(kind, name);
  if (!owns(account, role, object)) throw refusals.insufficient(`${kind.toLowerCase()} '${name}'.`);
  return object;
}
