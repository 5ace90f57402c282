import { type Account, type Kind, locationPath } from './account.ts';
import { known } from './change-statements.ts';
import { enter, find, identities, manages } from './privileges.ts';
import { name, names, PATH, PRINCIPAL } from './reading.ts';
import { refusals } from './refusal.ts';
import type { Caller, Changes, Readings, Rows } from './session.ts';

/**
 * The privileges that can be granted on each kind of object. Source: "Unity Catalog privileges and securable objects",
 * Privilege types by securable object.
 */
export const PRIVILEGES: Readonly<Record<Kind, readonly string[]>> = {
  METASTORE: ['CREATE CATALOG', 'CREATE EXTERNAL LOCATION', 'CREATE STORAGE CREDENTIAL', 'CREATE CONNECTION'],
  CATALOG: [
    'ALL PRIVILEGES',
    'APPLY TAG',
    'BROWSE',
    'CREATE FUNCTION',
    'CREATE SCHEMA',
    'CREATE TABLE',
    'EXECUTE',
    'MANAGE',
    'MODIFY',
    'SELECT',
    'USE CATALOG',
    'USE SCHEMA',
  ],
  SCHEMA: [
    'ALL PRIVILEGES',
    'APPLY TAG',
    'CREATE FUNCTION',
    'CREATE TABLE',
    'EXECUTE',
    'MANAGE',
    'MODIFY',
    'SELECT',
    'USE SCHEMA',
  ],
  TABLE: ['ALL PRIVILEGES', 'APPLY TAG', 'MANAGE', 'MODIFY', 'SELECT'],
  FUNCTION: ['ALL PRIVILEGES', 'EXECUTE', 'MANAGE'],
  MODEL: ['ALL PRIVILEGES', 'APPLY TAG', 'EXECUTE', 'MANAGE'],
  'EXTERNAL LOCATION': [
    'ALL PRIVILEGES',
    'BROWSE',
    'CREATE EXTERNAL TABLE',
    'CREATE EXTERNAL VOLUME',
    'CREATE MANAGED STORAGE',
    'MANAGE',
    'READ FILES',
    'WRITE FILES',
  ],
};

const OBJECT = `(?:(METASTORE)|(CATALOG|SCHEMA|TABLE|FUNCTION|EXTERNAL LOCATION) ${PATH})`;

function pathOf(kind: string | undefined, path: string | undefined): string {
  const joined = names(path).join('.');
  return kind === 'EXTERNAL LOCATION' ? locationPath(joined) : joined;
}

/** The statements that grant and revoke, each with its documentation page. */
export const GRANT_STATEMENTS: Changes = [
  [
    new RegExp(`^GRANT ([A-Z ,]+) ON ${OBJECT} TO ${PRINCIPAL}$`),
    'GRANT',
    ([, list, metastore, kind, path, to], caller) =>
      change(caller, list, (metastore ?? kind) as Kind, pathOf(kind, path), name(to), true),
  ],
  [
    new RegExp(`^REVOKE ([A-Z ,]+) ON ${OBJECT} FROM ${PRINCIPAL}$`),
    'REVOKE',
    ([, list, metastore, kind, path, from], caller) =>
      change(caller, list, (metastore ?? kind) as Kind, pathOf(kind, path), name(from), false),
  ],
];

/** The statement that shows grants, with its documentation page. */
export const SHOW_GRANTS: Readings = [
  [
    new RegExp(`^SHOW GRANTS (?:${PRINCIPAL} )?ON ${OBJECT}$`),
    'SHOW GRANTS',
    ([, grantee, metastore, kind, path], caller): Rows => {
      const on = (metastore ?? kind) as Kind;
      const at = pathOf(kind, path);
      if (on !== 'METASTORE') find(caller.account, on, at);
      return visibleGrants(caller, at)
        .filter(({ principal }) => grantee === undefined || principal === name(grantee))
        .map(({ principal, privilege }) => ({
          Principal: principal,
          ActionType: privilege,
          ObjectType: on,
          ObjectKey: at === '' ? (caller.account.metastore?.id ?? '') : at,
        }));
    },
  ],
];

function change(caller: Caller, list = '', on: Kind, path: string, to: string, isGrant: boolean): void {
  const { account, principal } = caller;
  const privileges = list.split(',').map((each) => each.trim());
  for (const privilege of privileges)
    if (!PRIVILEGES[on].includes(privilege)) throw refusals.badPrivilege(privilege, on);
  mayGrant(account, principal, on, path);
  known(caller, to);
  for (const privilege of privileges) setGrant(account, { principal: to, privilege, on, name: path }, isGrant);
}

/** Adds or removes a grant. Repeating either is no error. Sources: "GRANT"; "REVOKE". */
export function setGrant(account: Account, grant: Account['grants'][number], isGrant: boolean): void {
  const index = account.grants.findIndex(
    (each) =>
      each.principal === grant.principal &&
      each.privilege === grant.privilege &&
      each.on === grant.on &&
      each.name === grant.name,
  );
  if (isGrant && index < 0) account.grants.push(grant);
  if (!isGrant && index >= 0) account.grants.splice(index, 1);
}

/**
 * Rejects principals that may not grant on an object. On the system catalog MANAGE is rejected for the catalog, and
 * its schemas require an account admin. Sources: "Manage privileges in Unity Catalog"; "Monitor account activity with
 * system tables", Grant access to system tables.
 */
export function mayGrant(account: Account, principal: string, on: Kind, path: string): void {
  if (on !== 'METASTORE') {
    const isSystem = path === 'system' || path.startsWith('system.');
    if (!isSystem) enter(account, principal, path);
    find(account, on, path);
    const isAdmin = account.principals.get(principal)?.isAccountAdmin === true;
    if (isSystem && (isAdmin || manages(account, principal, path))) return;
    if (isSystem && path !== 'system') throw refusals.notAccountAdmin();
  }
  if (!manages(account, principal, path))
    throw refusals.lacks('MANAGE', on, path === '' ? (account.metastore?.name ?? '') : path);
}

/**
 * The grants on an object that a caller sees: all with MANAGE, otherwise its own. Source: "SHOW GRANTS"; "Grants
 * API", Get permissions.
 */
export function visibleGrants({ account, principal }: Pick<Caller, 'account' | 'principal'>, path: string) {
  const identitiesOfPrincipal = identities(account, principal);
  const isManager = manages(account, principal, path);
  return account.grants.filter(
    (grant) =>
      grant.name === path &&
      (grant.on === 'METASTORE') === (path === '') &&
      (isManager || identitiesOfPrincipal.has(grant.principal)),
  );
}
