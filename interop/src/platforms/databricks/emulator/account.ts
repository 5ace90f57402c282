import { fingerprint } from '../../../shared/emulator/fingerprint.ts';

/** The kinds of objects on which a privilege can be granted, as far as the plugin uses them. */
export type Kind = 'METASTORE' | 'CATALOG' | 'SCHEMA' | 'TABLE' | 'FUNCTION' | 'MODEL' | 'EXTERNAL LOCATION';

/** A privilege that a principal holds on a securable object. */
interface Grant {
  readonly principal: string;
  readonly privilege: string;
  readonly on: Kind;
  /** The path of the object, in lower case; empty for the metastore. See {@link locationPath} for external locations. */
  readonly name: string;
}

/** A catalog, schema, table, function, model or external location. */
export interface Securable {
  readonly kind: Kind;
  owner: string;
  comment: string;
  readonly properties: Map<string, string>;
  /** Of a table: the functions of its column masks by column, and of its row filter under the empty name. */
  readonly policies: Map<string, string>;
}

/** A policy by attributes. Source: "CREATE POLICY". */
export interface TagPolicy {
  readonly name: string;
  readonly on: 'METASTORE' | 'CATALOG' | 'SCHEMA' | 'TABLE';
  /** Empty for the metastore. */
  readonly path: string;
  readonly type: 'row_filter' | 'column_mask';
  readonly function: string;
}

/** A group. Only those of the account are principals of Unity Catalog. Source: "Groups", Group sources. */
interface Group {
  readonly level: 'account' | 'workspace';
  /** Users by e-mail, service principals by application id, groups by name. */
  readonly members: Set<string>;
}

/** A user or a service principal. */
export interface Principal {
  readonly displayName: string;
  isWorkspaceAdmin: boolean;
  isAccountAdmin: boolean;
}

/** A SQL warehouse. Source: "Warehouses API", Get warehouse info, `state`. */
export interface Warehouse {
  readonly name: string;
  state: 'STOPPED' | 'STARTING' | 'RUNNING';
  /** The number of polls of a statement before a stopped warehouse has started. */
  startsAfter: number;
  /** The principals that may use it: users, service principals or groups. Source: "SQL warehouse ACLs", CAN USE. */
  readonly usableBy: Set<string>;
}

/** The metastore of the workspace. */
interface Metastore {
  readonly id: string;
  readonly name: string;
  owner: string;
  /** The default storage location of catalogs, if there is one. */
  storageRoot: string | undefined;
}

/** The contents of a workspace and its metastore, as far as the plugin sees them. */
export interface Account {
  metastore: Metastore | undefined;
  readonly principals: Map<string, Principal>;
  readonly groups: Map<string, Group>;
  /** By path, in lower case. */
  readonly securables: Map<string, Securable>;
  readonly grants: Grant[];
  readonly tagPolicies: TagPolicy[];
  /** False in a workspace without the preview of policies in the information schema. */
  listsPolicies: boolean;
  readonly warehouses: Map<string, Warehouse>;
  /** States of the system schemas. Source: "SystemSchemas API", List system schemas. */
  readonly systemSchemas: Map<string, 'AVAILABLE' | 'ENABLE_COMPLETED' | 'UNAVAILABLE'>;
}

/** The principal that owns the objects of the platform. */
export const SYSTEM = 'System user';
/** The group of all users. Source: "Groups", Account groups, system groups. */
export const EVERYBODY = 'account users';

/**
 * Returns a workspace with Unity Catalog enabled: the catalogs `system` and `main`, and no grants but those for all
 * users. Sources: "Monitor account activity with system tables"; "Get started with Unity Catalog".
 */
export function createAccount(): Account {
  const account: Account = {
    metastore: {
      id: 'c0ffee00-1111-4222-8333-444455556666',
      name: 'primary',
      owner: SYSTEM,
      storageRoot: 's3://root/metastore',
    },
    principals: new Map(),
    groups: new Map(),
    securables: new Map(),
    tagPolicies: [],
    listsPolicies: true,
    grants: [],
    warehouses: new Map(),
    systemSchemas: new Map([
      ['access', 'ENABLE_COMPLETED'],
      ['billing', 'ENABLE_COMPLETED'],
      ['query', 'AVAILABLE'],
    ]),
  };
  addSecurable(account, 'CATALOG', 'system', SYSTEM);
  addSecurable(account, 'SCHEMA', 'system.information_schema', SYSTEM);
  addSecurable(account, 'SCHEMA', 'system.access', SYSTEM);
  for (const table of ['audit', 'table_lineage', 'column_lineage'])
    addSecurable(account, 'TABLE', `system.access.${table}`, SYSTEM);
  addSecurable(account, 'CATALOG', 'main', SYSTEM);
  // Every user reads the information schema, and sees in it only the objects that it may see. Source: "Information schema",
  // Privileges.
  for (const [privilege, on, name] of [
    ['USE CATALOG', 'CATALOG', 'system'],
    ['USE SCHEMA', 'SCHEMA', 'system.information_schema'],
    ['SELECT', 'SCHEMA', 'system.information_schema'],
  ] as const)
    account.grants.push({ principal: EVERYBODY, privilege, on, name });
  return account;
}

/** Adds a securable object to the metastore. */
export function addSecurable(account: Account, kind: Kind, path: string, owner: string): Securable {
  const securable = {
    kind,
    owner,
    comment: '',
    properties: new Map<string, string>(),
    policies: new Map<string, string>(),
  };
  account.securables.set(path.toLowerCase(), securable);
  return securable;
}

/**
 * The key of an external location among the securable objects. It is in the metastore, and may have the name of a
 * catalog.
 */
export function locationPath(name: string): string {
  return `external location/${name.toLowerCase()}`;
}

/** Adds an external location. Source: "External locations": the URL of a place in a cloud, and everything below it. */
export function addLocation(account: Account, name: string, url: string, owner: string): Securable {
  const location = addSecurable(account, 'EXTERNAL LOCATION', locationPath(name), owner);
  location.properties.set('url', url);
  return location;
}

/** Adds a user, or a service principal by its application id. */
export function addPrincipal(account: Account, name: string, changes: Partial<Principal> = {}): Principal {
  const principal = { displayName: name, isWorkspaceAdmin: false, isAccountAdmin: false, ...changes };
  account.principals.set(name, principal);
  return principal;
}

/** The whole account as text, to compare before and after. The state of a warehouse is excluded. */
export function accountFingerprint({ warehouses: _warehouses, ...account }: Account): string {
  return fingerprint(account);
}
