import type { PostgresClient, PostgresResult } from './postgres-client.ts';
import { TYPES } from './type-parsers.ts';

/** Sends queries on one client, whose values are read the store's way. */
export type QueryRunner = (text: string, parameters: readonly unknown[]) => Promise<PostgresResult>;

/**
 * Makes the runner of a client. Queries that are sent without waiting for each other go out together where the client
 * pipelines; for other clients they take turns here, since `pg` warns when they take turns there.
 */
export function createQueryRunner(client: PostgresClient): QueryRunner {
  const send: QueryRunner = (text, parameters) => client.query({ text, values: [...parameters], types: TYPES });
  if (client.pipeline) return send;
  let turn: Promise<unknown> = Promise.resolve();
  return (text, parameters) => {
    const result = turn.then(() => send(text, parameters));
    turn = result.catch(() => {});
    return result;
  };
}
