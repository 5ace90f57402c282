import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { DATABASE, holds, identities, principalNamed, type Securable, schemaNamed } from './access.ts';
import { catalogObject, partsOf } from './objects.ts';
import { actorOf, type Context } from './session.ts';
import { isSame } from './state.ts';

type Argument = SQLInputValue;
type Handler = (context: Context, ...given: readonly Argument[]) => Argument;

const text = (value: Argument | undefined): string => String(value ?? '');

/** The functions of the server, each with its documentation page. */
const FUNCTIONS: readonly (readonly [name: string, page: string, run: Handler])[] = [
  ['DB_NAME', 'DB_NAME', ({ session }) => session.database.name],
  ['SUSER_SNAME', 'SUSER_SNAME', ({ session }) => session.login.name],
  ['system_user_', 'SYSTEM_USER', ({ session }) => session.login.name],
  ['USER_NAME', 'USER_NAME', (context, id) => userName(context, id)],
  ['IS_MEMBER', 'IS_MEMBER', (context, role) => isMember(context, text(role))],
  ['fn_my_permissions_', 'sys.fn_my_permissions', (context, ...given) => ownPermissions(context, ...given)],
  ['QUOTENAME', 'QUOTENAME', (_context, name, quote) => quoteName(name, quote)],
  ['CHARINDEX', 'CHARINDEX', (_context, wanted, within) => charIndex(wanted, within)],
  ['GETUTCDATE', 'GETUTCDATE', () => new Date().toISOString()],
  ['SERVERPROPERTY', 'SERVERPROPERTY', ({ session }, name) => serverProperty(session.server, text(name))],
  [
    'DATABASEPROPERTYEX',
    'DATABASEPROPERTYEX',
    (context, name, property) => databaseProperty(context, text(name), text(property)),
  ],
];

/** Registers the functions of the server in the engine that executes queries. */
export function registerFunctions(engine: DatabaseSync, contextOf: () => Context): void {
  for (const [name, , run] of FUNCTIONS)
    engine.function(name, { varargs: true }, (...given: SQLInputValue[]) => run(contextOf(), ...given));
}

function userName(context: Context, id?: Argument): string | null {
  const { database, user } = actorOf(context);
  return database.principals.find((each) => each.id === (id === undefined ? user : id))?.name ?? null;
}

function isMember(context: Context, role: string, user?: Argument): Argument {
  const { database, user: self } = actorOf(context);
  const found = principalNamed(database, role);
  const principal = user === undefined ? self : principalNamed(database, text(user))?.id;
  if (found?.type !== 'R' || principal === undefined) return null;
  return identities(database, principal).has(found.id) || (found.name === 'db_owner' && principal === 1) ? 1 : 0;
}

function serverProperty({ name, edition }: Context['session']['server'], property: string): Argument {
  if (isSame(property, 'ServerName')) return name;
  return isSame(property, 'EngineEdition') ? edition : null;
}

/** The permissions on each class of securable. Source: "sys.fn_builtin_permissions". */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  DATABASE: [
    ...['ALTER', 'ALTER ANY ROLE', 'ALTER ANY SCHEMA', 'ALTER ANY USER', 'CONTROL', 'CREATE PROCEDURE', 'CREATE ROLE'],
    ...['CREATE SCHEMA', 'CREATE TABLE', 'CREATE VIEW', 'DELETE', 'EXECUTE', 'INSERT', 'SELECT', 'UPDATE'],
    ...['VIEW DEFINITION'],
  ],
  SCHEMA: ['ALTER', 'CONTROL', 'DELETE', 'EXECUTE', 'INSERT', 'SELECT', 'UPDATE', 'VIEW DEFINITION'],
  OBJECT: ['ALTER', 'CONTROL', 'DELETE', 'EXECUTE', 'INSERT', 'SELECT', 'UPDATE', 'VIEW DEFINITION'],
  USER: ['ALTER', 'CONTROL', 'IMPERSONATE', 'VIEW DEFINITION'],
};

/** The rows of "sys.fn_my_permissions", as JSON: none for a missing securable. The database of the session has no name there. */
function ownPermissions(context: Context, securable?: Argument, kind?: Argument): Argument {
  const actor = actorOf(context);
  const name = partsOf(text(securable)).at(-1) ?? '';
  const find: Readonly<Record<string, () => Securable | undefined>> = {
    DATABASE: () => (securable === null ? DATABASE : undefined),
    SCHEMA: () => {
      const schema = schemaNamed(actor.database, name);
      return schema && { kind: 'schema', schema };
    },
    OBJECT: () => {
      const object = catalogObject(actor, text(securable));
      return object && { kind: 'object', object };
    },
    USER: () => {
      const principal = principalNamed(actor.database, name);
      return principal && { kind: 'principal', principal };
    },
  };
  const known = text(kind).toUpperCase() === 'ROLE' ? 'USER' : text(kind).toUpperCase();
  const found = find[known]?.();
  return JSON.stringify(
    found ? (PERMISSIONS[known] ?? []).filter((permission) => holds(actor, found, permission)) : [],
  );
}

function quoteName(name: Argument | undefined, quote: Argument | undefined): string | null {
  if (name === null || name === undefined || text(name).length > 128) return null;
  if (quote === "'") return `'${text(name).replaceAll("'", "''")}'`;
  return `[${text(name).replaceAll(']', ']]')}]`;
}

function charIndex(wanted: Argument | undefined, within: Argument | undefined): number | null {
  if (wanted === null || within === null) return null;
  return text(within).toLowerCase().indexOf(text(wanted).toLowerCase()) + 1;
}

function databaseProperty({ session }: Context, name: string, property: string): Argument {
  const found = session.server.databases.find((each) => isSame(each.name, name));
  if (!found) return null;
  if (isSame(property, 'Edition')) return found.isMaster ? 'System' : 'DataWarehouse';
  if (isSame(property, 'ServiceObjective')) return found.isMaster ? 'System0' : 'DW100c';
  return isSame(property, 'Status') ? 'ONLINE' : null;
}
