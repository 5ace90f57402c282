import { keyword, literal, type ObjectGuard, type Sql, sql } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';

const LISTS = ['DATABASES', 'ROLES', 'USERS', 'WAREHOUSES', 'SCHEMAS'] as const;

/**
 * Returns a list of the account with a filter for a name. The pattern of LIKE ignores case and has wildcards, so the
 * list may contain other names; rows are compared exactly. A backslash may be an escape in the pattern, so the list for
 * a name with a backslash has no filter. Source: "SHOW ROLES".
 */
export function listed(list: (typeof LISTS)[number], name: string): Sql {
  const all = sql`SHOW ${keyword(list, LISTS)}`;
  return name.includes('\\') ? all : sql`${all} LIKE ${literal(name)}`;
}

/**
 * Returns the guard of an object with a comment in a list of the account: the list, and an expression over each row,
 * `item` in a script, that returns whether the name is absent, ours or foreign.
 */
function listGuard(list: 'DATABASES' | 'ROLES' | 'USERS', name: string, mark: string): ObjectGuard {
  return {
    exists: listed(list, name),
    ours: sql`IFF(item."name" <> ${literal(name)}, state, IFF(item."comment" = ${literal(mark)}, 'ours', 'foreign'))`,
  };
}

/** The guard of the managed database, its contents and grants on it. */
export function databaseGuard({ database, mark }: Blueprint): ObjectGuard {
  return listGuard('DATABASES', database, mark(OBJECT_KEYS.database));
}

/** The guard of the system role, and of grants to it. */
export function systemRoleGuard({ systemRole, mark }: Blueprint): ObjectGuard {
  return listGuard('ROLES', systemRole, mark(OBJECT_KEYS.systemRole));
}

/** The guard of the service user, and of the role granted to it. */
export function serviceUserGuard({ serviceUser, mark }: Blueprint): ObjectGuard {
  return listGuard('USERS', serviceUser, mark(OBJECT_KEYS.serviceUser));
}

/** The guard of the role of impersonation. */
export function impersonationRoleGuard({ impersonationRole, mark }: Blueprint): ObjectGuard {
  return listGuard('ROLES', impersonationRole, mark(OBJECT_KEYS.impersonationRole));
}
