import { type Actor, DATABASE, holds, identities, needInDatabase, principalNamed } from './access.ts';
import { needAlone } from './batch-rules.ts';
import type { DefinitionForm } from './definition-form.ts';
import { refusals } from './refusal.ts';
import { actorOf } from './session.ts';
import { type Database, DBO, isSame, type Principal } from './state.ts';

/** Users and roles of a database. */
export const PRINCIPAL_STATEMENTS: readonly DefinitionForm[] = [
  [
    ['CREATE', 'USER'],
    'CREATE USER, Azure Synapse Analytics',
    (cursor, batch) => {
      const name = cursor.identifier();
      let login: string | undefined;
      const isWithout = cursor.accept('WITHOUT', 'LOGIN');
      if (!isWithout && (cursor.accept('FOR') || cursor.accept('FROM'))) {
        cursor.expect('LOGIN');
        login = cursor.identifier();
        needAlone(batch, 'CREATE USER');
        // "CREATE USER", LOGIN login_name: not in dynamic SQL.
        if (batch.isDynamic) throw refusals.aloneInBatch('CREATE USER');
      }
      let schema: string | undefined;
      if (cursor.accept('WITH')) {
        cursor.expect('DEFAULT_SCHEMA', '=');
        schema = cursor.identifier();
      }
      return (context) => {
        const actor = actorOf(context);
        const { database } = actor;
        if (!holds(actor, DATABASE, 'ALTER ANY USER')) throw refusals.notAllowed();
        const wanted = login ?? name;
        const found = isWithout ? undefined : context.session.server.logins.find((each) => isSame(each.name, wanted));
        if (!isWithout && !found) throw refusals.noLogin(wanted);
        if (principalNamed(database, name)) throw refusals.principalExists(name);
        if (found && database.principals.some(({ sid }) => sid === found.sid)) throw refusals.loginHasUser();
        const id = database.nextId++;
        database.principals.push({
          ...createPrincipal(id, name, 'S'),
          sid: found?.sid ?? `01050000000000090300000${String(id).padStart(9, '0')}`,
          defaultSchema: schema ?? 'dbo',
        });
        // "Permissions: GRANT, DENY, REVOKE", Default permissions.
        database.permissions.push({
          securableClass: 0,
          major: 0,
          grantee: id,
          grantor: DBO,
          permission: 'CONNECT',
          state: 'G',
        });
      };
    },
  ],
  [
    ['ALTER', 'USER'],
    'ALTER USER, Azure Synapse Analytics',
    (cursor) => {
      const name = cursor.identifier();
      cursor.expect('WITH');
      const isRename = cursor.accept('NAME');
      if (!isRename) cursor.expect('DEFAULT_SCHEMA');
      cursor.expect('=');
      const value = cursor.identifier();
      return (context) => {
        const actor = actorOf(context);
        const user = existing(actor, name, 'S', 'alter', 'ALTER ANY USER');
        if (isRename) user.name = value;
        else user.defaultSchema = value;
      };
    },
  ],
  [
    ['DROP', 'USER'],
    'DROP USER, Azure Synapse Analytics: no IF EXISTS',
    (cursor) => {
      const name = cursor.identifier();
      return (context) => {
        const actor = actorOf(context);
        remove(actor.database, existing(actor, name, 'S', 'drop', 'ALTER ANY USER'));
      };
    },
  ],
  [
    ['CREATE', 'ROLE'],
    'CREATE ROLE',
    (cursor) => {
      const name = cursor.identifier();
      const owner = cursor.accept('AUTHORIZATION') ? cursor.identifier() : undefined;
      return (context) => {
        const actor = actorOf(context);
        needInDatabase(actor, 'CREATE ROLE');
        const found = ownerNamed(actor, owner);
        if (principalNamed(actor.database, name)) throw refusals.principalExists(name);
        actor.database.principals.push({ ...createPrincipal(actor.database.nextId++, name, 'R'), owner: found });
      };
    },
  ],
  [
    ['ALTER', 'ROLE'],
    'ALTER ROLE, Azure Synapse Analytics: the name alone, no members',
    (cursor) => {
      const name = cursor.identifier();
      cursor.expect('WITH', 'NAME', '=');
      const next = cursor.identifier();
      return (context) => {
        const actor = actorOf(context);
        const role = existing(actor, name, 'R', 'alter', 'ALTER ANY ROLE');
        if (principalNamed(actor.database, next)) throw refusals.principalExists(next);
        role.name = next;
      };
    },
  ],
  [
    ['DROP', 'ROLE'],
    'DROP ROLE, Azure Synapse Analytics: no IF EXISTS',
    (cursor) => {
      const name = cursor.identifier();
      return (context) => {
        const actor = actorOf(context);
        const role = existing(actor, name, 'R', 'drop', 'ALTER ANY ROLE');
        if (role.isFixed) throw refusals.fixedRole(name);
        if (role.members.size > 0) throw refusals.hasMembers();
        remove(actor.database, role);
      };
    },
  ],
];

function createPrincipal(id: number, name: string, type: 'S' | 'R'): Principal {
  return {
    id,
    name,
    type,
    sid: undefined,
    owner: undefined,
    defaultSchema: undefined,
    isFixed: false,
    members: new Set(),
  };
}

/**
 * Returns the owner of a new object: the acting user, or a principal that it may impersonate, or a role that it belongs to.
 * Source: "CREATE SCHEMA" and "CREATE ROLE", Permissions.
 */
export function ownerNamed(actor: Actor, name: string | undefined): number {
  const { database, user } = actor;
  if (name === undefined) return user;
  const found = principalNamed(database, name);
  const may =
    found &&
    (identities(database, user).has(found.id) ||
      holds(actor, { kind: 'principal', principal: found }, found.type === 'R' ? 'ALTER' : 'IMPERSONATE'));
  if (!found || !may) throw refusals.noSecurable('user', name);
  return found.id;
}

function existing(actor: Actor, name: string, type: 'S' | 'R', verb: string, permission: string): Principal {
  const found = principalNamed(actor.database, name);
  const kind = type === 'R' ? 'role' : 'user';
  const may =
    found?.type === type &&
    (holds(actor, DATABASE, permission) ||
      (type === 'R' && holds(actor, { kind: 'principal', principal: found }, 'ALTER')));
  if (!found || !may || found.id < 5) throw refusals.unreachable(verb, kind, name);
  return found;
}

/** Source: "DROP USER" and "DROP ROLE", Remarks: an owner of objects cannot be dropped. */
function remove({ principals, schemas, permissions }: Database, principal: Principal): void {
  if (schemas.some(({ owner }) => owner === principal.id)) throw refusals.ownsSomething('schema');
  if (principals.some(({ owner }) => owner === principal.id)) throw refusals.ownsRole();
  if (permissions.some(({ grantor }) => grantor === principal.id)) throw refusals.hasGranted();
  principals.splice(principals.indexOf(principal), 1);
  for (const role of principals) role.members.delete(principal.id);
  const kept = permissions.filter(
    ({ grantee, securableClass, major }) =>
      grantee !== principal.id && !(securableClass === 4 && major === principal.id),
  );
  permissions.splice(0, permissions.length, ...kept);
}
