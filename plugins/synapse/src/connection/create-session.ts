import { canonicalText, classifyFailure, PlatformError } from '@portcullis/plugin-api';
import { withRetry } from '@portcullis/plugin-network';
import { QUOTING } from '../dialect/quoting.ts';
import { classifyError } from '../failures/classify-error.ts';
import { CANCEL_GRACE_MS, type OpenConnection, sendBatch } from './send-batch.ts';
import type { SynapseSession } from './synapse-session.ts';

/** Wraps an open connection. */
export function createSession(open: OpenConnection, { isMaster }: Pick<SynapseSession, 'isMaster'>): SynapseSession {
  return {
    isMaster,
    query: (statement, { signal } = {}) =>
      withRetry(() => sendBatch(open, canonicalText(statement, QUOTING), signal), {
        classify: classifyError,
        signal,
        shouldRetry,
      }),
    async run(operation, { signal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform runs statements of SQL, not "${operation.text}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      await sendBatch(open, operation.reveal(), signal);
      return {};
    },
    close: () => closeConnection(open),
  };
}

/** A broken connection stays broken: only transient failures of the server are retried on it. */
function shouldRetry(error: unknown): boolean {
  return classifyFailure(error, classifyError).class === 'transient';
}

function closeConnection({ connection, destroy }: OpenConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, CANCEL_GRACE_MS);
    function finish(): void {
      clearTimeout(timer);
      destroy();
      resolve();
    }
    connection.once('end', finish);
    try {
      connection.close();
    } catch {
      finish();
    }
  });
}
