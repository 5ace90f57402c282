import { firstErrorOf, recordError } from '../connections/observed-errors.ts';
import { endsSession, isConnectionLoss } from './connection-loss.ts';
import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { TYPES } from './type-parsers.ts';

/**
 * Sends queries on one client, whose values are parsed for the store.
 *
 * @param name - the name of the prepared statement on this connection.
 */
export type QueryRunner = (text: string, parameters: readonly unknown[], name?: string) => Promise<PostgresResult>;

/**
 * Creates the runner of a client. Concurrent queries are sent together if the client pipelines. For other clients, they
 * are queued here, because `pg` warns if its own queue is used.
 */
export function createQueryRunner(client: PostgresClient): QueryRunner {
  const send: QueryRunner = (text, parameters, name) =>
    client
      .query({ text, values: [...parameters], types: TYPES, ...(name !== undefined && { name }) })
      .catch((error) => Promise.reject(reasonOfLoss(client, error)));
  if (client.pipeline) {
    const gather = createGathering(client);
    return (text, parameters, name) => {
      gather();
      return send(text, parameters, name);
    };
  }
  let turn: Promise<unknown> = Promise.resolve();
  return (text, parameters, name) => {
    const result = turn.then(() => send(text, parameters, name));
    turn = result.catch(() => {});
    return result;
  };
}

/**
 * Returns the error with which the server ended the session, if it did. `pg` passes it to the query that runs, and the queries after
 * it only learn that the connection is lost.
 */
function reasonOfLoss(client: PostgresClient, error: unknown): unknown {
  if (endsSession(error)) recordError(client, error);
  return isConnectionLoss(error) ? (firstErrorOf(client) ?? error) : error;
}

/**
 * Combines the writes of a client in one iteration of the event loop, because a write to a socket costs more than a
 * short query.
 */
function createGathering({ connection }: PostgresClient): () => void {
  const stream = connection?.stream;
  let gathering = false;
  return () => {
    if (gathering || !stream) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  };
}
