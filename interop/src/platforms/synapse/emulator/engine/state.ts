import type { Value } from '../tds/rows.ts';
import type { Token } from './lexer.ts';

/** A login of the server. `sid` is in hexadecimal digits. */
export interface ServerLogin {
  readonly id: number;
  name: string;
  sid: string;
  password: string;
  isDisabled: boolean;
  isLocked: boolean;
}

/** A user or a role of a database. */
export interface Principal {
  readonly id: number;
  name: string;
  readonly type: 'S' | 'R';
  readonly sid: string | undefined;
  owner: number | undefined;
  defaultSchema: string | undefined;
  readonly isFixed: boolean;
  /** The members of a role. */
  readonly members: Set<number>;
}

/** A schema of a database. */
export interface Schema {
  readonly id: number;
  readonly name: string;
  owner: number;
}

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** In characters, for text. */
  readonly length: number | undefined;
  readonly isNullable: boolean;
  readonly fallback: Value;
}

/** A parameter of a procedure. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOutput: boolean;
}

/** A table, a view or a procedure. */
export interface DatabaseObject {
  readonly id: number;
  readonly schema: number;
  readonly name: string;
  readonly type: 'U' | 'V' | 'P';
  columns: readonly TableColumn[];
  rows: (readonly Value[])[];
  distribution: string;
  /** The statement that created it, and its executable part. */
  definition: string;
  body: readonly Token[];
  parameters: readonly Parameter[];
}

/** A permission that was granted (G), granted with the option to grant (W) or denied (D). */
export interface Permission {
  /** 0 the database, 1 an object, 3 a schema, 4 a principal. */
  readonly securableClass: 0 | 1 | 3 | 4;
  readonly major: number;
  readonly grantee: number;
  readonly grantor: number;
  readonly permission: string;
  readonly state: 'G' | 'W' | 'D';
}

/** A database: `master`, or a dedicated pool. */
export interface Database {
  readonly name: string;
  readonly isMaster: boolean;
  status: 'online' | 'paused' | 'warming up' | 'unavailable';
  readonly principals: Principal[];
  readonly schemas: Schema[];
  readonly objects: DatabaseObject[];
  readonly permissions: Permission[];
  nextId: number;
}

/** The contents of a server, as far as the plugin sees them. */
export interface ServerState {
  readonly name: string;
  /** The name of the login that created the server. */
  readonly administrator: string;
  readonly logins: ServerLogin[];
  readonly databases: Database[];
  /** True when the firewall admits this machine. */
  isOpen: boolean;
  /** The edition that the server reports: 6 is a dedicated SQL pool. Source: "SERVERPROPERTY", EngineEdition. */
  edition: number;
  nextId: number;
}

/**
 * The built-in principals of every database, with their numbers. Source: "Database-level roles";
 * "sys.database_principals".
 */
export const DBO = 1;
const PUBLIC_ROLE = 0;
const FIXED_ROLES = [
  'db_owner',
  'db_accessadmin',
  'db_securityadmin',
  'db_ddladmin',
  'db_backupoperator',
  'db_datareader',
  'db_datawriter',
  'db_denydatareader',
  'db_denydatawriter',
];

/** True when two names are the same: the server's collation is case-insensitive. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function createDatabase(name: string, administratorSid: string): Database {
  const isMaster = name === 'master';
  const role = (id: number, each: string): Principal => ({
    id,
    name: each,
    type: 'R',
    sid: undefined,
    owner: DBO,
    defaultSchema: undefined,
    isFixed: id !== PUBLIC_ROLE,
    members: new Set(),
  });
  const user = (id: number, each: string, sid?: string): Principal => ({
    ...role(id, each),
    type: 'S',
    sid,
    owner: undefined,
    defaultSchema: each === 'dbo' ? 'dbo' : undefined,
    isFixed: false,
  });
  const special = isMaster ? ['loginmanager', 'dbmanager'] : [];
  return {
    name,
    isMaster,
    status: 'online',
    principals: [
      role(PUBLIC_ROLE, 'public'),
      user(DBO, 'dbo', administratorSid),
      user(2, 'guest', '00'),
      user(3, 'INFORMATION_SCHEMA'),
      user(4, 'sys'),
      ...FIXED_ROLES.map((each, index) => role(16_384 + index, each)),
      ...special.map((each, index) => role(16_400 + index, each)),
    ],
    schemas: ['dbo', 'guest', 'INFORMATION_SCHEMA', 'sys'].map((each, index) => ({
      id: index + 1,
      name: each,
      owner: index + 1,
    })),
    objects: [],
    permissions: [],
    nextId: 5,
  };
}

/** A server with `master`, one pool, and the login that created it. */
export function createServerState(administrator: string, password: string, pool: string): ServerState {
  const sid = '01060000000000640000000000000000'.padEnd(64, 'ad');
  return {
    name: 'emulator',
    administrator,
    logins: [{ id: 1, name: administrator, sid, password, isDisabled: false, isLocked: false }],
    databases: [createDatabase('master', sid), createDatabase(pool, sid)],
    isOpen: true,
    edition: 6,
    nextId: 2,
  };
}
