import { refusals } from './refusal.ts';
import {
  type Database,
  type DatabaseObject,
  DBO,
  isSame,
  type Permission,
  type Principal,
  type Schema,
} from './state.ts';

/** The acting user and its database. */
export interface Actor {
  readonly database: Database;
  readonly user: number;
  /** The owner of the running procedure. Objects of the same owner are not checked. Source: "Ownership chains". */
  readonly chain?: number | undefined;
}

/** The object that a permission applies to. */
export type Securable =
  | { readonly kind: 'database' }
  | { readonly kind: 'schema'; readonly schema: Schema }
  | { readonly kind: 'object'; readonly object: DatabaseObject }
  | { readonly kind: 'principal'; readonly principal: Principal };

/** The database as a securable. */
export const DATABASE: Securable = { kind: 'database' };

/**
 * The permissions of the fixed roles in a database. Source: "Database-level roles", Permissions of fixed-database roles.
 */
const FIXED_ROLE_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  db_owner: ['CONTROL'],
  db_accessadmin: ['ALTER ANY USER', 'CREATE SCHEMA'],
  db_securityadmin: ['ALTER ANY ROLE', 'CREATE SCHEMA', 'VIEW DEFINITION'],
  db_ddladmin: ['ALTER ANY SCHEMA', 'CREATE TABLE', 'CREATE VIEW', 'CREATE PROCEDURE', 'CREATE SCHEMA'],
  db_datareader: ['SELECT'],
  db_datawriter: ['INSERT', 'UPDATE', 'DELETE'],
};

/** The wider permissions that imply a permission on a database. Source: "GRANT Database Permissions", Remarks. */
const IMPLIED_BY: Readonly<Record<string, readonly string[]>> = {
  'ALTER ANY ROLE': ['ALTER'],
  'ALTER ANY SCHEMA': ['ALTER'],
  'ALTER ANY USER': ['ALTER'],
  'CREATE PROCEDURE': ['ALTER'],
  'CREATE ROLE': ['ALTER ANY ROLE', 'ALTER'],
  'CREATE SCHEMA': ['ALTER ANY SCHEMA', 'ALTER'],
  'CREATE TABLE': ['ALTER'],
  'CREATE VIEW': ['ALTER'],
};

/** Returns a user and every role that it belongs to, directly or through other roles, with `public`. */
export function identities({ principals }: Database, user: number): ReadonlySet<number> {
  const found = new Set([user, 0]);
  // The iteration of a set includes elements that are added during it.
  for (const each of found) for (const role of principals) if (role.members.has(each)) found.add(role.id);
  return found;
}

/** Returns the owner of a securable. An object belongs to the owner of its schema. Source: "CREATE SCHEMA", Remarks. */
export function ownerOf(database: Database, securable: Securable): number | undefined {
  if (securable.kind === 'schema') return securable.schema.owner;
  if (securable.kind === 'principal') return securable.principal.owner;
  if (securable.kind === 'database') return DBO;
  return database.schemas.find(({ id }) => id === securable.object.schema)?.owner;
}

type Entry = readonly [securableClass: Permission['securableClass'], major: number, permission: string];

/**
 * A permission with the permissions that imply it, on the same object or on its containers. Source: "Permissions
 * hierarchy (Database Engine)".
 */
function covering(_database: Database, securable: Securable, permission: string): readonly Entry[] {
  const above = (name: string): readonly Entry[] =>
    [name, ...(IMPLIED_BY[name] ?? []), 'CONTROL'].map((each) => [0, 0, each] as const);
  if (securable.kind === 'database') return above(permission);
  if (securable.kind === 'principal') {
    const { principal } = securable;
    const any = principal.type === 'R' ? 'ALTER ANY ROLE' : 'ALTER ANY USER';
    const wider = permission === 'IMPERSONATE' ? above('CONTROL') : above(permission === 'ALTER' ? any : permission);
    return [[4, principal.id, permission], [4, principal.id, 'CONTROL'], ...wider];
  }
  const schema = securable.kind === 'schema' ? securable.schema.id : securable.object.schema;
  const own: readonly Entry[] =
    securable.kind === 'object'
      ? [
          [1, securable.object.id, permission],
          [1, securable.object.id, 'CONTROL'],
        ]
      : [];
  return [
    ...own,
    [3, schema, permission],
    [3, schema, 'CONTROL'],
    ...above(permission === 'ALTER' ? 'ALTER ANY SCHEMA' : permission),
  ];
}

/**
 * True when a user holds a permission. A denial overrides every grant. Source: "Determine effective database engine
 * permissions".
 */
export function holds(
  { database, user }: Actor,
  securable: Securable,
  permission: string,
  withOption = false,
): boolean {
  if (user === DBO) return true;
  const ids = identities(database, user);
  const owner = ownerOf(database, securable);
  if (owner !== undefined && ids.has(owner)) return true;
  const wanted = covering(database, securable, permission);
  const meant = database.permissions.filter(
    (each) =>
      ids.has(each.grantee) &&
      wanted.some(
        ([kind, major, name]) => each.securableClass === kind && each.major === major && each.permission === name,
      ),
  );
  if (meant.some(({ state }) => state === 'D')) return false;
  const roles = database.principals.filter(({ id, isFixed }) => isFixed && ids.has(id)).map(({ name }) => name);
  const fromRoles = roles.flatMap((role) => FIXED_ROLE_PERMISSIONS[role] ?? []);
  const isFromRole = wanted.some(([kind, , name]) => kind === 0 && fromRoles.includes(name));
  if (!withOption) return isFromRole || meant.some(({ state }) => state === 'G' || state === 'W');
  // A principal that controls a securable may grant on it; so may db_owner and db_securityadmin.
  return (
    meant.some(({ state, permission: held }) => state === 'W' || held === 'CONTROL') ||
    roles.includes('db_owner') ||
    roles.includes('db_securityadmin')
  );
}

/** Refuses an action for which the actor lacks the permission in a database. */
export function needInDatabase(actor: Actor, permission: string): void {
  if (!holds(actor, DATABASE, permission)) throw refusals.deniedInDatabase(permission, actor.database.name);
}

/** Rejects access to an object without the permission, except objects of the running procedure's owner. */
export function needOnObject(actor: Actor, object: DatabaseObject, permission: string): void {
  const securable: Securable = { kind: 'object', object };
  if (actor.chain !== undefined && actor.chain === ownerOf(actor.database, securable)) return;
  if (holds(actor, securable, permission)) return;
  const schema = actor.database.schemas.find(({ id }) => id === object.schema)?.name ?? '';
  throw refusals.denied(permission, object.name, actor.database.name, schema);
}

/**
 * True when an actor sees that a securable exists: any permission on it is enough. Source: "Metadata visibility
 * configuration".
 */
export function sees(actor: Actor, securable: Securable): boolean {
  const any = ['VIEW DEFINITION', 'ALTER', 'CONTROL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'EXECUTE', 'IMPERSONATE'];
  return any.some((permission) => holds(actor, securable, permission));
}

/** A principal by name. */
export function principalNamed({ principals }: Database, name: string): Principal | undefined {
  return principals.find((each) => isSame(each.name, name));
}

/** A schema by name. */
export function schemaNamed({ schemas }: Database, name: string): Schema | undefined {
  return schemas.find((each) => isSame(each.name, name));
}
