import { type Actor, DATABASE, holds, identities, sees } from './access.ts';
import { DBO, type Permission, type Principal } from './state.ts';

/**
 * True when an actor sees a principal. Every actor sees itself, the built-in principals, and the roles that it belongs to.
 * Source: "sys.database_principals", Permissions.
 */
export function seesPrincipal(actor: Actor, principal: Principal): boolean {
  return (
    principal.id < 5 ||
    principal.isFixed ||
    identities(actor.database, actor.user).has(principal.id) ||
    holds(actor, DATABASE, principal.type === 'R' ? 'ALTER ANY ROLE' : 'ALTER ANY USER') ||
    holds(actor, DATABASE, 'VIEW DEFINITION') ||
    sees(actor, { kind: 'principal', principal })
  );
}

/**
 * True when an actor sees a permission. Every actor sees the permissions that are granted to itself, to its roles, and to
 * the principals that a permission lets it see. Source: "sys.database_permissions".
 */
export function seesPermission(actor: Actor, { grantee }: Permission): boolean {
  const principal = actor.database.principals.find(({ id }) => id === grantee);
  return (
    (principal !== undefined && sees(actor, { kind: 'principal', principal })) ||
    identities(actor.database, actor.user).has(grantee) ||
    holds(actor, DATABASE, 'VIEW DEFINITION') ||
    holds(actor, DATABASE, 'ALTER ANY USER')
  );
}

/** True when an actor may create and drop logins. Source: "CREATE LOGIN", Permissions. */
export function mayAlterLogins({ database, user }: Actor): boolean {
  const role = database.principals.find(({ name }) => name === 'loginmanager');
  return user === DBO || (role !== undefined && identities(database, user).has(role.id));
}
