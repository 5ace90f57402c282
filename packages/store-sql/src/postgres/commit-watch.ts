import { runAction } from '../connections/run-action.ts';
import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { TYPES } from './type-parsers.ts';

/** A client of `pg` that reports the state of its transaction. */
export interface ObservableClient extends PostgresClient {
  /** `I` when no transaction is open. */
  getTransactionStatus(): string | null;
  /** `drain`: all queries were answered. `end`: the connection is closed. */
  on(event: 'drain' | 'end', listener: () => void): unknown;
  off(event: 'drain' | 'end', listener: () => void): unknown;
}

/**
 * Runs actions after the commit of the open transaction of a client, never after a roll-back. The id of the
 * transaction is read while it is open; once the client has no open transaction, the server is asked for its outcome.
 *
 * @param ask runs a query on another connection.
 */
export function watchCommit(
  client: ObservableClient,
  ask: (text: string, values: unknown[]) => Promise<PostgresResult>,
): (action: () => void) => void {
  const actions: (() => void)[] = [];

  async function watch(): Promise<void> {
    const noted = client.query({ text: 'select pg_current_xact_id()::text as id', values: [], types: TYPES });
    const ended = untilEnded(client);
    const { rows: transactions } = await noted;
    await ended;
    const { rows } = await ask('select pg_xact_status($1::xid8) as status', [transactions[0]?.id]);
    const due = actions.splice(0);
    if (rows[0]?.status === 'committed') for (const action of due) runAction(action);
  }

  return (action) => {
    actions.push(action);
    if (actions.length > 1) return;
    watch().catch(() => {
      // A failed transaction or a lost server: the commit is not known.
      actions.length = 0;
    });
  };
}

/** Resolves when no transaction is open on the client any more. */
function untilEnded(client: ObservableClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      client.off('drain', check);
      client.off('end', stop);
      resolve();
    };
    const check = () => {
      if (client.getTransactionStatus() === 'I') stop();
    };
    client.on('drain', check);
    client.on('end', stop);
  });
}
