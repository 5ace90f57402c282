import type { Parse } from './parsing.ts';
import { untilNextStatement } from './parsing.ts';
import { Refusal, refusals } from './refusal.ts';
import type { ServerSession } from './session.ts';

/** Reads the statements of a transaction. Source: "Use transactions in a SQL pool": none in another, no savepoints. */
export function parseTransaction(how: 'begin' | 'commit' | 'rollback'): Parse {
  return (cursor) => {
    untilNextStatement(cursor);
    return ({ session }) => {
      if (how === 'begin') begin(session);
      else if (!session.transaction)
        throw new Refusal(
          how === 'commit' ? 3902 : 3903,
          `The ${how.toUpperCase()} TRANSACTION request has no corresponding BEGIN TRANSACTION.`,
        );
      else {
        if (how === 'commit' && session.transaction.isDoomed) throw refusals.abortedTransaction();
        if (how === 'rollback') rollback(session);
        session.transaction = undefined;
      }
    };
  };
}

function begin(session: ServerSession): void {
  if (session.transaction) throw refusals.inTransaction();
  session.transaction = { isDoomed: false, rows: new Map(session.database.objects.map(({ id, rows }) => [id, rows])) };
}

/** Restores the earlier rows. The end of a connection has the same effect. */
export function rollback({ database, transaction }: ServerSession): void {
  for (const object of database.objects) {
    const rows = transaction?.rows.get(object.id);
    if (rows) object.rows = [...rows];
  }
}
