import type { Driver, DriverConnection } from './driver.ts';
import type { Row } from './synapse-session.ts';

/** Milliseconds between the cancellation request and the end of the connection. */
export const CANCEL_GRACE_MS = 1_500;

/** A connection for statements. */
export interface OpenConnection {
  readonly driver: Driver;
  readonly connection: DriverConnection;
  /** Closes the connection immediately. */
  destroy(): void;
}

/**
 * Sends a text as one batch and returns the rows. It is not a procedure call with parameters, because some statements
 * must begin their batch. If the caller aborts, a cancellation is sent; without a response to it, the connection is
 * closed.
 */
export function sendBatch(
  { driver, connection, destroy }: OpenConnection,
  text: string,
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const rows: Row[] = [];
    let timer: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      timer = setTimeout(destroy, CANCEL_GRACE_MS);
      connection.cancel();
    };
    const request = new driver.Request(text, (error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      if (error) reject(error);
      else resolve(rows);
    });
    request.on('row', (columns) => {
      rows.push(Object.fromEntries(columns.map(({ metadata, value }) => [metadata.colName, value])));
    });
    signal?.addEventListener('abort', interrupt, { once: true });
    connection.execSqlBatch(request);
  });
}
