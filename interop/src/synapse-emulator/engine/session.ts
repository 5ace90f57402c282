import type { Outcome } from '../tds/outcomes.ts';
import type { Value } from '../tds/rows.ts';
import type { Actor } from './access.ts';
import type { Refusal } from './refusal.ts';
import type { Database, ServerLogin, ServerState } from './state.ts';

/** What a connection is in the middle of. */
export interface ServerSession {
  readonly server: ServerState;
  readonly login: ServerLogin;
  readonly database: Database;
  /** The logins that have a connection open. */
  readonly connected: ReadonlySet<ServerLogin>;
  /** Who acts: the last is who is impersonated, the first who signed in. */
  readonly users: number[];
  /** The rows of every table when the transaction began. */
  transaction: { readonly rows: ReadonlyMap<number, readonly (readonly Value[])[]>; isDoomed: boolean } | undefined;
}

/** What a batch is in the middle of. */
export interface Context {
  readonly session: ServerSession;
  readonly variables: Map<string, Value>;
  readonly outcomes: Outcome[];
  /** How the statement came: by itself, or inside EXEC('...'). */
  readonly isDynamic: boolean;
  readonly chain: number | undefined;
  /** How many TRY blocks are open. */
  attempts: number;
  /** What a CATCH block is about. */
  caught: Refusal | undefined;
}

/** A part of a batch, ready to run. */
export type Step = (context: Context) => void;

/** Who acts in a context. */
export function actorOf({ session, chain }: Context): Actor {
  return { database: session.database, user: session.users.at(-1) ?? 0, chain };
}
