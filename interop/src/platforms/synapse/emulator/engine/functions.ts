import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { DATABASE, holds, identities, principalNamed, type Securable, schemaNamed } from './access.ts';
import { catalogObject, partsOf } from './objects.ts';
import { actorOf, type Context } from './session.ts';
import { isSame } from './state.ts';

type Argument = SQLInputValue;
type Handler = (context: Context, ...given: readonly Argument[]) => Argument;

const text = (value: Argument | undefined): string => String(value ?? '');

/** The functions of the server, each with the page that it follows. */
const FUNCTIONS: readonly (readonly [name: string, page: string, run: Handler])[] = [
  ['DB_NAME', 'DB_NAME', ({ session }) => session.database.name],
  ['DB_ID', 'DB_ID', () => 5],
  ['SUSER_SNAME', 'SUSER_SNAME', ({ session }) => session.login.name],
  ['SUSER_NAME', 'SUSER_NAME', ({ session }) => session.login.name],
  ['ORIGINAL_LOGIN', 'ORIGINAL_LOGIN', ({ session }) => session.login.name],
  ['system_user_', 'SYSTEM_USER', ({ session }) => session.login.name],
  ['USER_NAME', 'USER_NAME', (context, id) => userName(context, id)],
  ['current_user_', 'CURRENT_USER', (context) => userName(context)],
  ['session_user_', 'SESSION_USER', (context) => userName(context)],
  ['user_', 'USER', (context) => userName(context)],
  ['IS_MEMBER', 'IS_MEMBER', (context, role) => isMember(context, text(role))],
  ['IS_ROLEMEMBER', 'IS_ROLEMEMBER', (context, role, user) => isMember(context, text(role), user)],
  ['HAS_PERMS_BY_NAME', 'HAS_PERMS_BY_NAME', (context, ...given) => hasPermissions(context, ...given)],
  [
    'DATABASE_PRINCIPAL_ID',
    'DATABASE_PRINCIPAL_ID',
    ({ session }, name) => principalNamed(session.database, text(name))?.id ?? null,
  ],
  ['USER_ID', 'USER_ID', ({ session }, name) => principalNamed(session.database, text(name))?.id ?? null],
  ['SCHEMA_ID', 'SCHEMA_ID', ({ session }, name) => schemaNamed(session.database, text(name))?.id ?? null],
  [
    'SCHEMA_NAME',
    'SCHEMA_NAME',
    ({ session }, id) => session.database.schemas.find((each) => each.id === id)?.name ?? null,
  ],
  [
    'OBJECT_ID',
    'OBJECT_ID',
    (context, name, type) =>
      catalogObject(actorOf(context), text(name), type === undefined ? undefined : text(type))?.id ?? null,
  ],
  [
    'OBJECT_NAME',
    'OBJECT_NAME',
    ({ session }, id) => session.database.objects.find((each) => each.id === id)?.name ?? null,
  ],
  ['QUOTENAME', 'QUOTENAME', (_context, name, quote) => quoteName(name, quote)],
  ['LEN', 'LEN', (_context, value) => (value === null ? null : text(value).trimEnd().length)],
  ['DATALENGTH', 'DATALENGTH', (_context, value) => (value === null ? null : text(value).length * 2)],
  ['tsql_isnull', 'ISNULL', (_context, value, other) => value ?? other ?? null],
  ['CONCAT', 'CONCAT', (_context, ...values) => values.map(text).join('')],
  [
    'CHARINDEX',
    'CHARINDEX',
    (_context, part, whole) => text(whole).toLowerCase().indexOf(text(part).toLowerCase()) + 1,
  ],
  ['tsql_left', 'LEFT', (_context, value, count) => (value === null ? null : text(value).slice(0, Number(count)))],
  ['tsql_right', 'RIGHT', (_context, value, count) => (value === null ? null : text(value).slice(-Number(count)))],
  [
    'tsql_replace',
    'REPLACE',
    (_context, value, from, to) => (value === null ? null : text(value).replaceAll(text(from), text(to))),
  ],
  ['GETDATE', 'GETDATE', () => new Date().toISOString()],
  ['GETUTCDATE', 'GETUTCDATE', () => new Date().toISOString()],
  ['SYSUTCDATETIME', 'SYSUTCDATETIME', () => new Date().toISOString()],
  [
    'SERVERPROPERTY',
    'SERVERPROPERTY',
    ({ session }, name) => (isSame(text(name), 'EngineEdition') ? session.server.edition : null),
  ],
  [
    'DATABASEPROPERTYEX',
    'DATABASEPROPERTYEX',
    (context, name, property) => databaseProperty(context, text(name), text(property)),
  ],
  ['ERROR_NUMBER', 'ERROR_NUMBER', ({ caught }) => caught?.number ?? null],
  ['ERROR_MESSAGE', 'ERROR_MESSAGE', ({ caught }) => caught?.message ?? null],
  ['ERROR_SEVERITY', 'ERROR_SEVERITY', ({ caught }) => caught?.severity ?? null],
  ['ERROR_STATE', 'ERROR_STATE', ({ caught }) => caught?.state ?? null],
  ['XACT_STATE', 'XACT_STATE', ({ session }) => (session.transaction ? (session.transaction.isDoomed ? -2 : 1) : 0)],
];

/** Makes the functions of the server known to the engine that answers queries. */
export function registerFunctions(engine: DatabaseSync, contextOf: () => Context): void {
  for (const [name, , run] of FUNCTIONS)
    engine.function(name, { varargs: true }, (...given: SQLInputValue[]) => run(contextOf(), ...given));
  // The engine has its own LIKE, by the number of its arguments.
  engine.function('like', (pattern, value) => isLike(pattern, value, undefined));
  engine.function('like', (pattern, value, mark) => isLike(pattern, value, mark));
}

function userName(context: Context, id?: Argument): string | null {
  const { database, user } = actorOf(context);
  return database.principals.find((each) => each.id === (id === undefined ? user : id))?.name ?? null;
}

function isMember(context: Context, role: string, user?: Argument): Argument {
  const { database, user: self } = actorOf(context);
  const found = principalNamed(database, role);
  const who = user === undefined ? self : principalNamed(database, text(user))?.id;
  if (found?.type !== 'R' || who === undefined) return null;
  return identities(database, who).has(found.id) || (found.name === 'db_owner' && who === 1) ? 1 : 0;
}

/** Source: "HAS_PERMS_BY_NAME": nothing is said of what is not there. */
function hasPermissions(context: Context, securable?: Argument, kind?: Argument, permission?: Argument): Argument {
  const actor = actorOf(context);
  const name = partsOf(text(securable)).at(-1) ?? '';
  const find: Readonly<Record<string, () => Securable | undefined>> = {
    DATABASE: () => (isSame(name, actor.database.name) ? DATABASE : undefined),
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
  const found = find[kind === 'ROLE' ? 'USER' : text(kind).toUpperCase()]?.();
  return found ? Number(holds(actor, found, text(permission).toUpperCase())) : null;
}

function quoteName(name: Argument | undefined, quote: Argument | undefined): string | null {
  if (name === null || name === undefined || text(name).length > 128) return null;
  if (quote === "'") return `'${text(name).replaceAll("'", "''")}'`;
  return `[${text(name).replaceAll(']', ']]')}]`;
}

function databaseProperty({ session }: Context, name: string, property: string): Argument {
  const found = session.server.databases.find((each) => isSame(each.name, name));
  if (!found) return null;
  if (isSame(property, 'Edition')) return found.isMaster ? 'System' : 'DataWarehouse';
  if (isSame(property, 'ServiceObjective')) return found.isMaster ? 'System0' : 'DW100c';
  return isSame(property, 'Status') ? 'ONLINE' : null;
}

/** Source: "LIKE": upper and lower case are the same, brackets hold a set. */
function isLike(pattern: Argument | undefined, value: Argument | undefined, mark: Argument | undefined): Argument {
  if (pattern === null || value === null) return null;
  let source = '';
  const letters = text(pattern);
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    const set = letter === '[' ? /^\[(\^?)([^\]]+)\]/.exec(letters.slice(at)) : undefined;
    if (mark !== undefined && letter === mark) {
      at += 1;
      source += plain(letters[at] ?? '');
    } else if (set) {
      source += `[${set[1]}${(set[2] ?? '').replaceAll(/[\\\]]/g, '\\$&')}]`;
      at += set[0].length - 1;
    } else source += letter === '%' ? '.*' : letter === '_' ? '.' : plain(letter);
  }
  return Number(new RegExp(`^${source}$`, 'is').test(text(value)));
}

function plain(letter: string): string {
  return letter.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
