import { type Actor, DATABASE, holds, principalNamed, type Securable, schemaNamed } from './access.ts';
import type { Cursor } from './cursor.ts';
import { objectAt } from './objects.ts';
import type { Parse } from './parsing.ts';
import { refusals } from './refusal.ts';
import { actorOf } from './session.ts';
import { isSame, type Permission } from './state.ts';

const OF_ALL = ['CONTROL', 'ALTER', 'VIEW DEFINITION', 'TAKE OWNERSHIP'];
const OF_DATA = ['DELETE', 'EXECUTE', 'INSERT', 'SELECT', 'UPDATE', 'REFERENCES'];
/** The permissions of a dedicated pool. Source: "Permissions: GRANT, DENY, REVOKE (Azure Synapse Analytics)", Permission list. */
const PERMISSIONS: Readonly<Record<Securable['kind'], readonly string[]>> = {
  database: [
    ...OF_ALL,
    'ALTER ANY DATASPACE',
    'ALTER ANY ROLE',
    'ALTER ANY SCHEMA',
    'ALTER ANY USER',
    'CONNECT',
    'CREATE PROCEDURE',
    'CREATE ROLE',
    'CREATE SCHEMA',
    'CREATE TABLE',
    'CREATE VIEW',
    'SHOWPLAN',
    'VIEW DATABASE STATE',
    ...OF_DATA,
  ],
  schema: [...OF_ALL, ...OF_DATA],
  object: [...OF_ALL, ...OF_DATA],
  principal: [...OF_ALL, 'IMPERSONATE'],
};
const CLASSES = { database: 0, object: 1, schema: 3, principal: 4 } as const;

/** Reads GRANT, REVOKE and DENY. */
export function parsePermission(verb: 'GRANT' | 'REVOKE' | 'DENY'): Parse {
  return (cursor) => {
    const onlyOption = verb === 'REVOKE' && cursor.accept('GRANT', 'OPTION', 'FOR');
    const permissions: string[] = [];
    do permissions.push(permissionNext(cursor));
    while (cursor.accept(','));
    const find = cursor.accept('ON') ? securableNext(cursor) : () => DATABASE;
    if (!(verb === 'REVOKE' && cursor.accept('FROM'))) cursor.expect('TO');
    const names: string[] = [];
    do names.push(cursor.identifier());
    while (cursor.accept(','));
    const withOption = verb === 'GRANT' && cursor.accept('WITH', 'GRANT', 'OPTION');
    if (verb !== 'GRANT') cursor.accept('CASCADE');
    return (context) => {
      const actor = actorOf(context);
      const securable = find(actor);
      for (const permission of permissions) {
        if (!PERMISSIONS[securable.kind].includes(permission)) throw refusals.syntax(permission);
        if (!holds(actor, securable, permission, true)) throw refusals.cannotGrant();
      }
      for (const name of names) {
        const grantee = principalNamed(actor.database, name);
        if (!grantee) throw refusals.noGrantee(name);
        if (grantee.isFixed || grantee.id === 1) throw refusals.special();
        for (const permission of permissions) {
          const entry = { ...keyOf(securable), grantee: grantee.id, permission };
          const isBefore = clear(actor, entry);
          const state = verb === 'DENY' ? 'D' : withOption ? 'W' : 'G';
          if (verb !== 'REVOKE' || (onlyOption && isBefore))
            actor.database.permissions.push({ ...entry, grantor: actor.user, state });
        }
      }
    };
  };
}

function keyOf(securable: Securable): Pick<Permission, 'securableClass' | 'major'> {
  const major =
    securable.kind === 'schema'
      ? securable.schema.id
      : securable.kind === 'object'
        ? securable.object.id
        : securable.kind === 'principal'
          ? securable.principal.id
          : 0;
  return { securableClass: CLASSES[securable.kind], major };
}

function clear(
  { database }: Actor,
  entry: Pick<Permission, 'securableClass' | 'major' | 'grantee' | 'permission'>,
): boolean {
  const at = database.permissions.findIndex(
    (each) =>
      each.securableClass === entry.securableClass &&
      each.major === entry.major &&
      each.grantee === entry.grantee &&
      each.permission === entry.permission,
  );
  if (at >= 0) database.permissions.splice(at, 1);
  return at >= 0;
}

/** A permission has one to three words. */
function permissionNext(cursor: Cursor): string {
  const words: string[] = [];
  while (cursor.peek()?.kind === 'word' && !cursor.isNext('ON') && !cursor.isNext('TO') && !cursor.isNext('FROM'))
    words.push(cursor.take().upper);
  if (words.length === 0) throw cursor.refusal();
  return words.join(' ');
}

type Find = (actor: Actor) => Securable;

function securableNext(cursor: Cursor): Find {
  for (const kind of ['DATABASE', 'SCHEMA', 'ROLE', 'USER', 'OBJECT'] as const) {
    if (!cursor.accept(kind, '::')) continue;
    if (kind === 'OBJECT') break;
    const name = cursor.identifier();
    return (actor) => {
      if (kind === 'DATABASE' && isSame(name, actor.database.name)) return DATABASE;
      const schema = kind === 'SCHEMA' ? schemaNamed(actor.database, name) : undefined;
      if (schema) return { kind: 'schema', schema };
      const principal = kind === 'ROLE' || kind === 'USER' ? principalNamed(actor.database, name) : undefined;
      if (principal) return { kind: 'principal', principal };
      throw refusals.noSecurable(kind.toLowerCase(), name);
    };
  }
  const path = cursor.path();
  return (actor) => {
    const object = objectAt(actor, path);
    if (!object) throw refusals.noSecurable('object', path.name);
    return { kind: 'object', object };
  };
}
