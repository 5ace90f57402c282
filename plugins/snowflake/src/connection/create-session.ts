import { canonicalText, PlatformError } from '@portcullis/plugin-api';
import { withRetry } from '@portcullis/plugin-network';
import { DIALECT } from '../dialect/dialect.ts';
import { classifyError } from '../failures/classify-error.ts';
import type { SnowflakeSession } from './snowflake-session.ts';
import type { SqlTransport } from './sql-transport.ts';

/** Wraps a transport. */
export function createSession(
  transport: SqlTransport,
  { role, roleRefusal }: Pick<SnowflakeSession, 'role' | 'roleRefusal'>,
): SnowflakeSession {
  return {
    role,
    roleRefusal,
    query: (statement, { signal } = {}) =>
      withRetry(() => transport.execute(canonicalText(statement, DIALECT), signal), {
        classify: classifyError,
        signal,
      }),
    async run(operation, { signal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform runs statements of SQL, not "${operation.text}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      await transport.execute(operation.reveal(), signal);
      return {};
    },
    close: () => transport.close(),
  };
}
