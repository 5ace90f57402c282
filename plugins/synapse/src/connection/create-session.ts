import { canonicalText, classifyFailure, FAILURE_CLASSES, PlatformError } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { QUOTING } from '../dialect/quoting.ts';
import { classifyError } from '../failures/classify-error.ts';
import { GRACE_MS, type OpenConnection, sendBatch } from './send-batch.ts';
import type { SynapseSession } from './synapse-session.ts';

/** Repetitions of a query after a failure of the moment. */
const QUERY_RETRIES = 2;

/** Wraps an open connection. */
export function createSession(open: OpenConnection, { isMaster }: Pick<SynapseSession, 'isMaster'>): SynapseSession {
  return {
    isMaster,
    query: (statement, { signal } = {}) =>
      pRetry(() => sendBatch(open, canonicalText(statement, QUOTING), signal), {
        retries: QUERY_RETRIES,
        minTimeout: 200,
        maxTimeout: 2_000,
        ...(signal ? { signal } : {}),
        shouldRetry: ({ error }) => !signal?.aborted && isOfTheMoment(error),
      }),
    async run(operation, { signal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform takes statements, not the call "${operation.call}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      await sendBatch(open, operation.reveal(), signal);
      return {};
    },
    close: () => ended(open),
  };
}

/** A connection that is broken stays so: only what the server failed at for a moment is worth repeating on it. */
function isOfTheMoment(error: unknown): boolean {
  const { class: failure } = classifyFailure(error, classifyError);
  return FAILURE_CLASSES[failure].retry && failure === 'transient';
}

function ended({ connection, destroy }: OpenConnection): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(finish, GRACE_MS);
    function finish(): void {
      clearTimeout(cut);
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
