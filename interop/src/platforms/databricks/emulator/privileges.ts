import { type Account, EVERYBODY, type Kind, type Securable, SYSTEM } from './account.ts';
import { refusals } from './refusal.ts';

/** A principal and the groups that it is in, directly or through others. Source: "Groups". */
export function identities(account: Account, principal: string): ReadonlySet<string> {
  const found = new Set([principal, EVERYBODY]);
  // The iteration of a set includes elements that are added during it.
  for (const each of found) {
    for (const [name, { members }] of account.groups) if (members.has(each)) found.add(name);
  }
  return found;
}

/**
 * An object and its containers, from the inside out. Source: "Unity Catalog privileges and securable objects",
 * Inheritance model.
 */
export function lineage(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('.'));
}

/** True when one of a principal's identities owns an object. Source: "Manage Unity Catalog object ownership". */
export function owns(account: Account, principal: string, path: string): boolean {
  const owner = account.securables.get(path)?.owner;
  return owner !== undefined && identities(account, principal).has(owner);
}

/** True when a principal is a metastore admin. Source: "Admin privileges in Unity Catalog", Metastore admins. */
function isMetastoreAdmin(account: Account, principal: string): boolean {
  const owner = account.metastore?.owner;
  return owner !== undefined && owner !== SYSTEM && identities(account, principal).has(owner);
}

/**
 * True when a principal holds a privilege on an object: directly, inherited from a container, or as the owner of the
 * object itself.
 */
export function holds(account: Account, principal: string, privilege: string, path: string): boolean {
  const identitiesOfPrincipal = identities(account, principal);
  const isGranted = account.grants.some(
    (grant) =>
      identitiesOfPrincipal.has(grant.principal) &&
      (grant.privilege === privilege || (grant.privilege === 'ALL PRIVILEGES' && privilege !== 'MANAGE')) &&
      (grant.on === 'METASTORE' ? path === '' : lineage(path).includes(grant.name)),
  );
  return isGranted || (path === '' ? isMetastoreAdmin(account, principal) : owns(account, principal, path));
}

/**
 * True when a principal may grant on an object, transfer it and drop it: its owner, an owner of a container of it, a holder
 * of MANAGE, a metastore admin. Source: "Manage privileges in Unity Catalog", Who can manage privileges?
 */
export function manages(account: Account, principal: string, path: string): boolean {
  if (isMetastoreAdmin(account, principal)) return true;
  if (path === '') return account.principals.get(principal)?.isAccountAdmin === true;
  return (
    lineage(path).some((each) => owns(account, principal, each)) ||
    account.grants.some(
      ({ principal: to, privilege, name, on }) =>
        privilege === 'MANAGE' &&
        on !== 'METASTORE' &&
        identities(account, principal).has(to) &&
        lineage(path).includes(name),
    )
  );
}

/**
 * True when a principal sees an object. Source: "Catalogs API", Get a catalog: metastore admin, owner, USE CATALOG, or
 * BROWSE.
 */
export function sees(account: Account, principal: string, path: string): boolean {
  const { kind } = account.securables.get(path) ?? {};
  const needed = {
    CATALOG: 'USE CATALOG',
    SCHEMA: 'USE SCHEMA',
    TABLE: 'SELECT',
    FUNCTION: 'EXECUTE',
    MODEL: 'EXECUTE',
    METASTORE: '',
    'EXTERNAL LOCATION': 'READ FILES',
  };
  return (
    manages(account, principal, path) ||
    holds(account, principal, 'BROWSE', path) ||
    (kind !== undefined && holds(account, principal, needed[kind], path))
  );
}

/** Finds an object, or refuses in the way of a statement. */
export function find(account: Account, kind: Kind, path: string): Securable {
  const found = account.securables.get(path);
  if (!found || found.kind !== kind) throw refusals.missingInStatement(kind, path);
  return found;
}

/**
 * Rejects principals that may not use the containers of an object: USE CATALOG on its catalog, USE SCHEMA on its
 * schema.
 */
export function enter(account: Account, principal: string, path: string): void {
  const [catalog = '', schema] = path.split('.').slice(0, -1);
  if (catalog !== '') {
    find(account, 'CATALOG', catalog);
    if (!holds(account, principal, 'USE CATALOG', catalog)) throw refusals.lacks('USE CATALOG', 'CATALOG', catalog);
  }
  if (schema === undefined) return;
  const inside = `${catalog}.${schema}`;
  find(account, 'SCHEMA', inside);
  if (!holds(account, principal, 'USE SCHEMA', inside)) throw refusals.lacks('USE SCHEMA', 'SCHEMA', inside);
}

/** Rejects a missing privilege of a principal. */
export function need(account: Account, principal: string, privilege: string, kind: Kind, path: string): void {
  if (!holds(account, principal, privilege, path))
    throw refusals.lacks(privilege, kind, path === '' ? (account.metastore?.name ?? '') : path);
}
