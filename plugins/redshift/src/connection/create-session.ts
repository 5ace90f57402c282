import {
  canonicalText,
  classifyFailure,
  type Dialect,
  type Logger,
  PlatformError,
  type Sql,
} from '@portcullis/plugin-api';
import { withRetry } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import { type CancelTarget, cancelStatement } from './cancel-statement.ts';
import type { DriverClient } from './driver.ts';
import type { RedshiftSession, Row } from './redshift-session.ts';

/** Milliseconds between the cancellation request and the end of the connection. */
const CANCEL_GRACE_MS = 1_500;

/** The parts of a session: a connected client, its socket, and the settings of both. */
export interface SessionOptions {
  readonly client: DriverClient;
  /** The server for cancellations, which is the server of the client. */
  readonly cancelTarget: CancelTarget;
  readonly dialect: Dialect;
  readonly logger: Logger;
  readonly serviceAccount: string;
  /** Closes the connection immediately. */
  destroy(): void;
}

/** Wraps a connected client. */
export function createSession({
  client,
  cancelTarget,
  dialect,
  logger,
  serviceAccount,
  destroy,
}: SessionOptions): RedshiftSession {
  // Without a listener, a broken connection would end the whole process. The next statement reports the error.
  client.on('error', (error) => logger.debug('The connection was lost.', { reason: error.message }));

  const send = async (text: string, signal: AbortSignal | undefined): Promise<readonly Row[]> => {
    signal?.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      timer = setTimeout(destroy, CANCEL_GRACE_MS);
      const { processID, secretKey } = client;
      if (processID != null && secretKey != null)
        void cancelStatement(cancelTarget, { processId: processID, secretKey });
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      return (await client.query(text)).rows.map(withLowerCaseNames);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
    }
  };

  return {
    serviceAccount,
    query: (statement: Sql, { signal } = {}) =>
      withRetry(() => send(canonicalText(statement, dialect), signal), {
        classify: classifyError,
        signal,
        shouldRetry: isRetryable,
      }),
    async run(operation, { signal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform runs statements of SQL, not "${operation.text}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      await send(operation.reveal(), signal);
      return {};
    },
    async close() {
      const timer = setTimeout(destroy, CANCEL_GRACE_MS);
      await client.end().catch(() => {});
      clearTimeout(timer);
      destroy();
    },
  };
}

/**
 * Returns a row with its columns as the statement names them. An account may have the setting that returns them in upper case. Source:
 * Amazon Redshift Database Developer Guide, "describe_field_name_in_uppercase".
 */
function withLowerCaseNames(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A broken connection stays broken: only transient failures of the server are retried on it. */
function isRetryable(error: unknown): boolean {
  return classifyFailure(error, classifyError).class === 'transient';
}
