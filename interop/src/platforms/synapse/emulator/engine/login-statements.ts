import { needAlone } from './batch-rules.ts';
import type { DefinitionForm } from './definition-form.ts';
import type { Token } from './lexer.ts';
import { refusals } from './refusal.ts';
import { actorOf, type Context } from './session.ts';
import { isSame, type ServerLogin } from './state.ts';
import { mayAlterLogins } from './visibility.ts';

/** Names that no login may have. Source: "What is a logical SQL server in Azure SQL Database and Azure Synapse?". */
const RESERVED = [
  'admin',
  'administrator',
  'sa',
  'root',
  'guest',
  'dbmanager',
  'loginmanager',
  'dbo',
  'public',
  'sys',
  'information_schema',
];

/** Logins are only created in master, each statement alone in its batch. */
export const LOGIN_STATEMENTS: readonly DefinitionForm[] = [
  [
    ['CREATE', 'LOGIN'],
    'CREATE LOGIN, Azure Synapse Analytics',
    (cursor, batch) => {
      needAlone(batch, 'CREATE LOGIN');
      const name = cursor.identifier();
      cursor.expect('WITH', 'PASSWORD', '=');
      const password = cursor.literal();
      let sid: Token | undefined;
      if (cursor.accept(',')) {
        cursor.expect('SID', '=');
        sid = cursor.take();
      }
      if (sid && sid.kind !== 'binary') throw cursor.refusal();
      return (context) => {
        needMaster(context);
        const { server } = context.session;
        if (!mayAlterLogins(actorOf(context))) throw refusals.notAllowed();
        const given =
          sid?.value.slice(2).toLowerCase() ??
          `01060000000000640000000000000000${String(server.nextId).padStart(32, '0')}`;
        // "CREATE LOGIN", SID: 32 bytes, the first 16 of them always the same.
        if (!/^01060000000000640{16}[0-9a-f]{32}$/.test(given)) throw refusals.badSid();
        if (RESERVED.includes(name.toLowerCase())) throw refusals.reservedLogin(name);
        if (server.logins.some((each) => isSame(each.name, name) || each.sid === given))
          throw refusals.loginExists(name);
        needStrong(name, password);
        server.logins.push({ id: server.nextId, name, sid: given, password, isDisabled: false, isLocked: false });
        server.nextId += 1;
      };
    },
  ],
  [
    ['ALTER', 'LOGIN'],
    'ALTER LOGIN, Azure Synapse Analytics',
    (cursor, batch) => {
      needAlone(batch, 'ALTER LOGIN');
      const name = cursor.identifier();
      const state = cursor.accept('DISABLE') ? true : cursor.accept('ENABLE') ? false : undefined;
      if (state !== undefined) {
        return (context) => {
          loginNamed(context, 'alter', name).isDisabled = state;
        };
      }
      cursor.expect('WITH');
      const isRename = cursor.accept('NAME');
      if (!isRename) cursor.expect('PASSWORD');
      cursor.expect('=');
      const value = isRename ? cursor.identifier() : cursor.literal();
      return (context) => {
        const login = loginNamed(context, 'alter', name);
        if (isRename) login.name = value;
        else {
          needStrong(name, value);
          login.password = value;
        }
      };
    },
  ],
  [
    ['DROP', 'LOGIN'],
    'DROP LOGIN',
    (cursor, batch) => {
      needAlone(batch, 'DROP LOGIN');
      const name = cursor.identifier();
      return (context) => {
        const { server, connected } = context.session;
        const login = loginNamed(context, 'drop', name);
        if (connected.has(login)) throw refusals.loggedIn(name);
        server.logins.splice(server.logins.indexOf(login), 1);
      };
    },
  ],
];

function needMaster({ session }: Context): void {
  if (!session.database.isMaster) throw refusals.notMaster();
}

/**
 * A changeable login: with permission to alter logins, and the password by its owner. Other logins are reported as
 * missing.
 */
function loginNamed(context: Context, verb: string, name: string): ServerLogin {
  needMaster(context);
  const { server } = context.session;
  const found = server.logins.find((each) => isSame(each.name, name));
  if (!found || !mayAlterLogins(actorOf(context)) || isSame(name, server.administrator))
    throw refusals.unreachable(verb, 'login', name);
  return found;
}

/** Source: "Password policy": 8 to 128 characters of three kinds out of four, without the name of the login. */
function needStrong(name: string, password: string): void {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const isStrong =
    password.length >= 8 &&
    password.length <= 128 &&
    kinds >= 3 &&
    !password.toLowerCase().includes(name.toLowerCase());
  if (!isStrong) throw refusals.weakPassword();
}
