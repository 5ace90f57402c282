import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { TYPES } from './type-parsers.ts';

/** A client of `pg` that says where its transaction stands. */
export interface ObservableClient extends PostgresClient {
  /** `I` when no transaction is open. */
  getTransactionStatus(): string | null;
  /** `drain`: everything sent was answered. `end`: the connection is gone. */
  on(event: 'drain' | 'end', listener: () => void): unknown;
  off(event: 'drain' | 'end', listener: () => void): unknown;
}

/**
 * Runs actions after the transaction that is now open on a client has been committed, never after a roll-back. The
 * transaction's number is noted while it is open; once the client has none open, the server is asked what became of it.
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
      // A transaction that has failed, or a server that is gone: no known commit.
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

/** The host's transaction is committed whatever an action does: one that throws is a defect to report. */
function runAction(action: () => void): void {
  try {
    action();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)));
  }
}
