import type { Session } from '../tds/connection.ts';
import type { Login } from '../tds/login.ts';
import type { Outcome } from '../tds/outcomes.ts';
import { compile, runToReturn } from './compile.ts';
import { Refusal, refusals } from './refusal.ts';
import type { Context, ServerSession } from './session.ts';
import { isSame, type ServerLogin, type ServerState } from './state.ts';
import { rollback } from './transactions.ts';

/** Signs a login in to a database, or refuses. Source: "Troubleshoot connectivity issues and other errors". */
export function signIn(server: ServerState, asked: Login, connected: Map<ServerLogin, number>): Session {
  const { userName, password, database: wanted } = asked;
  if (!server.isOpen) throw refusals.firewall(server.name, '127.0.0.1');
  // "CREATE LOGIN", Logins: the name of the server may follow that of the login.
  const own = userName.replace(/@[^@]*$/, (suffix) => (isSame(suffix.slice(1), server.name) ? '' : suffix));
  const login = server.logins.find(({ name }) => isSame(name, own));
  if (login?.isLocked) throw refusals.lockedLogin(userName);
  if (login?.password !== password || !login) throw refusals.badLogin(userName);
  if (login.isDisabled) throw refusals.disabledLogin(userName);
  const database = server.databases.find(({ name }) => isSame(name, wanted || 'master'));
  if (database?.status === 'paused') throw refusals.paused();
  if (database?.status === 'warming up') throw refusals.warmingUp();
  if (database?.status === 'unavailable') throw refusals.unavailable(database.name, server.name);
  const user = database?.principals.find(({ sid }) => sid === login.sid);
  if (!database || !user) throw refusals.noDatabase(wanted, userName);
  connected.set(login, (connected.get(login) ?? 0) + 1);
  const session: ServerSession = {
    server,
    login,
    database,
    connected: { has: (each: ServerLogin) => (connected.get(each) ?? 0) > 0 } as ReadonlySet<ServerLogin>,
    users: [user.id],
    transaction: undefined,
  };
  return {
    run: ({ text }) => runBatch(session, text),
    close() {
      rollback(session);
      connected.set(login, (connected.get(login) ?? 1) - 1);
    },
  };
}

function runBatch(session: ServerSession, text: string): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  const context: Context = {
    session,
    variables: new Map(),
    outcomes,
    isDynamic: false,
    chain: undefined,
    attempts: 0,
    caught: undefined,
  };
  try {
    runToReturn(compile(text, false), context);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    outcomes.push({ refusal: error });
  }
  return outcomes;
}
