import { canonicalText, classifyFailure, FAILURE_CLASSES, PlatformError } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { DIALECT } from '../dialect/dialect.ts';
import { classifyError } from '../failures/classify-error.ts';
import type { SnowflakeSession } from './snowflake-session.ts';
import type { SqlTransport } from './sql-transport.ts';

/** Repetitions of a query after a failure of the moment. */
const QUERY_RETRIES = 2;

/** Wraps a transport. */
export function createSession(
  transport: SqlTransport,
  { role, roleRefusal }: Pick<SnowflakeSession, 'role' | 'roleRefusal'>,
): SnowflakeSession {
  return {
    role,
    roleRefusal,
    query: (statement, { signal } = {}) =>
      pRetry(() => transport.execute(canonicalText(statement, DIALECT), signal), {
        retries: QUERY_RETRIES,
        minTimeout: 200,
        maxTimeout: 2_000,
        ...(signal ? { signal } : {}),
        // Drivers reject with anything; p-retry takes errors alone.
        shouldRetry: ({ error }) => !signal?.aborted && isOfTheMoment(error),
      }),
    async run(operation, { signal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform takes statements, not the call "${operation.call}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      await transport.execute(operation.reveal(), signal);
      return {};
    },
    close: () => transport.close(),
  };
}

function isOfTheMoment(error: unknown): boolean {
  const { class: failure } = classifyFailure(error, classifyError);
  return FAILURE_CLASSES[failure].retry && failure !== 'paused-or-starting' && failure !== 'in-use';
}
