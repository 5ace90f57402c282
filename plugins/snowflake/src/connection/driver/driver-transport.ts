import type { Logger } from '@portcullis/plugin-api';
import type { Row, SqlTransport } from '../sql-transport.ts';
import { UNLIMITED_ROWS } from '../unlimited-rows.ts';
import type { Driver, DriverConnection, DriverOptions } from './driver.ts';

/** Milliseconds to wait for a response after a cancellation request. */
const CANCEL_GRACE_MS = 1_500;
/** Maximum duration of ending a session, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Opens a connection of the driver.
 *
 * @throws the driver's own error, or the reason of the signal.
 */
export async function openDriverTransport(
  driver: Driver,
  options: DriverOptions,
  logger: Logger,
  signal: AbortSignal,
  statementTimeoutMs: number,
): Promise<SqlTransport> {
  // "Parameters", STATEMENT_TIMEOUT_IN_SECONDS: the server cancels a statement that takes longer, with or without a
  // caller. ROWS_PER_RESULTSET: a maximum of the account would truncate lists without a warning.
  const parameters = {
    STATEMENT_TIMEOUT_IN_SECONDS: Math.ceil(statementTimeoutMs / 1_000),
    ROWS_PER_RESULTSET: UNLIMITED_ROWS,
  };
  redirectLog(driver, logger);
  const connection = driver.createConnection(options);
  await waitForConnection(connection, signal);
  return {
    execute: (text, inner) => execute(connection, { text, parameters }, inner),
    close: () => destroyConnection(connection),
  };
}

/** Sends the driver's log to the plugin's logger at level debug, instead of to a file or the console. */
function redirectLog(driver: Driver, logger: Logger): void {
  const log = (message: string): void => logger.debug('snowflake-sdk', { message });
  driver.configure({ customLogger: { error: log, warn: log, info: log, debug: log, trace: log } });
}

/** Waits for a connection. If it is ready only after the caller has aborted, it is closed. */
function waitForConnection(connection: DriverConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason);
    signal.addEventListener('abort', abandon, { once: true });
    connection.connect((error) => {
      signal.removeEventListener('abort', abandon);
      if (signal.aborted && !error) void destroyConnection(connection);
      if (error) reject(error);
      else resolve();
    });
  });
}

function execute(
  connection: DriverConnection,
  { text: sqlText, parameters }: { readonly text: string; readonly parameters: Readonly<Record<string, number>> },
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      // The response to the statement reports its cancellation. If that response does not arrive either, the wait ends.
      timer = setTimeout(() => reject(signal?.reason), CANCEL_GRACE_MS);
      statement.cancel(() => {});
    };
    const statement = connection.execute({
      sqlText,
      parameters,
      complete: (error, _statement, rows) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', interrupt);
        if (error) reject(error);
        else resolve(rows ?? []);
      },
    });
    signal?.addEventListener('abort', interrupt, { once: true });
  });
}

function destroyConnection(connection: DriverConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    try {
      connection.destroy(end);
    } catch {
      end();
    }
  });
}
