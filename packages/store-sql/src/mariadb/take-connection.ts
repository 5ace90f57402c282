import { firstErrorOf, observeErrors } from '../connections/observed-errors.ts';
import { watchResponses } from '../connections/response-watch.ts';
import type { MariaDbPool, MariaDbPoolConnection } from './mariadb-client.ts';
import { isReplica } from './mariadb-errors.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';

/** A connection from a pool. */
export interface TakenConnection {
  readonly run: QueryRunner;
  readonly connection: MariaDbPoolConnection;
  /** Returns the error that broke the connection, if any. */
  brokenBy(): Error | undefined;
  /** Returns the connection to the pool; a broken one is not used again. */
  release(broken?: boolean): void;
}

/**
 * Returns a function that takes a connection and prepares its session once.
 *
 * @param settings - the statements that prepare a session.
 */
export function createTake(pool: MariaDbPool, settings: readonly string[]): () => Promise<TakenConnection> {
  const prepared = new WeakSet<object>();
  return async () => {
    const connection = await pool.getConnection();
    const session = sessionOf(connection);
    observeErrors(session);
    const { run: send, stop } = watchResponses(session.stream, createQueryRunner(connection));
    let isOfReplica = false;
    const run: QueryRunner = (...query) =>
      send(...query).catch((error) => {
        if (isReplica(error)) isOfReplica = true;
        throw error;
      });
    const taken: TakenConnection = {
      run,
      connection,
      brokenBy: () => firstErrorOf(session),
      release(broken) {
        stop();
        if (broken || isOfReplica) connection.destroy();
        else connection.release();
      },
    };
    if (prepared.has(session)) return taken;
    try {
      for (const setting of settings) await run(setting);
    } catch (error) {
      taken.release(true);
      throw error;
    }
    prepared.add(session);
    return taken;
  };
}

/** Does work with a connection, and returns it to its pool. */
export async function withConnection<Result>(
  take: () => Promise<TakenConnection>,
  work: (taken: TakenConnection) => Promise<Result>,
): Promise<Result> {
  const taken = await take();
  try {
    return await work(taken);
  } finally {
    taken.release();
  }
}

/** Returns the object that is the same whenever the pool hands out a session: `mysql2/promise` wraps it each time. */
function sessionOf(connection: MariaDbPoolConnection): MariaDbPoolConnection {
  const { connection: inner } = connection;
  return typeof inner === 'object' && inner !== null ? (inner as MariaDbPoolConnection) : connection;
}
