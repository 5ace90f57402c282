import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { TYPES } from './type-parsers.ts';

/**
 * Sends queries on one client, whose values are read the store's way.
 *
 * @param name - under which the server keeps the statement for this connection.
 */
export type QueryRunner = (text: string, parameters: readonly unknown[], name?: string) => Promise<PostgresResult>;

/**
 * Makes the runner of a client. Queries that are sent without waiting for each other go out together where the client
 * pipelines; for other clients they take turns here, since `pg` warns when they take turns there.
 */
export function createQueryRunner(client: PostgresClient): QueryRunner {
  const send: QueryRunner = (text, parameters, name) =>
    client.query({ text, values: [...parameters], types: TYPES, ...(name !== undefined && { name }) });
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

/** Has what a client writes before the event loop goes on leave in one piece: a write to a socket costs more than a short query. */
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
