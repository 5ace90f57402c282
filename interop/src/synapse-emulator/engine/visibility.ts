import { type Actor, DATABASE, holds, identities, sees } from './access.ts';
import { DBO, type Permission, type Principal } from './state.ts';

/** Everybody sees themselves, who is built in, and the roles they are in. Source: "sys.database_principals", Permissions. */
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

/** Everybody sees what is granted to themselves, their roles, and who they may see for a permission. Source: "sys.database_permissions". */
export function seesPermission(actor: Actor, { grantee }: Permission): boolean {
  const principal = actor.database.principals.find(({ id }) => id === grantee);
  return (
    (principal !== undefined && sees(actor, { kind: 'principal', principal })) ||
    identities(actor.database, actor.user).has(grantee) ||
    holds(actor, DATABASE, 'VIEW DEFINITION') ||
    holds(actor, DATABASE, 'ALTER ANY USER')
  );
}

/** Whether somebody may make and drop logins. Source: "CREATE LOGIN", Permissions. */
export function mayAlterLogins({ database, user }: Actor): boolean {
  const role = database.principals.find(({ name }) => name === 'loginmanager');
  return user === DBO || (role !== undefined && identities(database, user).has(role.id));
}
