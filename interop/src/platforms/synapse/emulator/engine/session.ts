import type { Outcome } from '../tds/outcomes.ts';
import type { Value } from '../tds/rows.ts';
import type { Actor } from './access.ts';
import type { Refusal } from './refusal.ts';
import type { Database, ServerLogin, ServerState } from './state.ts';

/** The state of a connection. */
export interface ServerSession {
  readonly server: ServerState;
  readonly login: ServerLogin;
  readonly database: Database;
  /** The logins with an open connection. */
  readonly connected: ReadonlySet<ServerLogin>;
  /** The acting users. The first is the signed-in user, the last is the impersonated one. */
  readonly users: number[];
  /** The rows of every table at the beginning of the transaction. */
  transaction: { readonly rows: ReadonlyMap<number, readonly (readonly Value[])[]>; isDoomed: boolean } | undefined;
}

/** The execution state of a batch. */
export interface Context {
  readonly session: ServerSession;
  readonly variables: Map<string, Value>;
  readonly outcomes: Outcome[];
  /** True when the statement was inside EXEC('...'), false when it was sent directly. */
  readonly isDynamic: boolean;
  readonly chain: number | undefined;
  /** The number of open TRY blocks. */
  attempts: number;
  /** The refusal that a CATCH block handles. */
  caught: Refusal | undefined;
}

/** A part of a batch, ready to run. */
export type Step = (context: Context) => void;

/** Returns the actor of a context. */
export function actorOf({ session, chain }: Context): Actor {
  return { database: session.database, user: session.users.at(-1) ?? 0, chain };
}
