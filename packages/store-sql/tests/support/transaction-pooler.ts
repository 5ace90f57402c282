import type { PostgresPool, PostgresPoolClient, PostgresQuery } from '@portcullis/store-sql/postgres';
import { Client } from 'pg';

/** A pooler in transaction mode. */
export interface TransactionPooler extends PostgresPool {
  readonly sessions: readonly Client[];
}

/** Creates a pooler that runs each transaction, and each statement outside of one, on another session than the one before. */
export async function createTransactionPooler(connectionString: string, count = 3): Promise<TransactionPooler> {
  const sessions = Array.from({ length: count }, () => new Client(connectionString).on('error', () => {}));
  for (const session of sessions) await session.connect();
  const free = [...sessions];
  const waiting: ((session: Client) => void)[] = [];
  const take = async (): Promise<Client> =>
    free.shift() ?? new Promise<Client>((resolve) => void waiting.push(resolve));
  const give = (session: Client): void => {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    let held: Client | undefined;
    return {
      on: () => {},
      release: () => {},
      async query(query: PostgresQuery) {
        const session = held ?? (await take());
        try {
          return await session.query(query as never);
        } finally {
          held = session.getTransactionStatus() === 'I' ? undefined : session;
          if (!held) give(session);
        }
      },
    };
  };
  return { sessions, connect, end: async () => void (await Promise.all(sessions.map((session) => session.end()))) };
}
