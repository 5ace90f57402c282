import { type ConnectionRequest, canonicalText, type FactValues, PlatformError } from '@portcullis/plugin-api';
import { createInFlight, createJsonSender } from '@portcullis/plugin-network';
import type { DatabricksConfig } from '../config/config-schema.ts';
import { warehouseOf } from '../config/http-path.ts';
import { DIALECT } from '../dialect/dialect.ts';
import type { Settings } from '../settings.ts';
import { createTokenSource } from './access-token.ts';
import { createApi } from './api.ts';
import type { DatabricksSession } from './databricks-session.ts';
import { withRetry } from './retry.ts';
import { createStatementRunner, type StatementRunner } from './statement-runner.ts';
import { createUnityCalls } from './unity-calls.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

/**
 * Opens a connection: signs in and requests the current principal, which needs no warehouse.
 *
 * @throws DatabricksApiError, or a PlatformError.
 */
export async function connect<Facts extends FactValues>(
  { config, signal, deadlineMs }: Pick<ConnectionRequest<DatabricksConfig, Facts>, 'config' | 'signal' | 'deadlineMs'>,
  settings: Settings,
): Promise<DatabricksSession> {
  const untilDeadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  untilDeadline.throwIfAborted();
  const { proxy, certificateAuthorities, requestTimeoutMs: idleTimeoutMs } = settings;
  // Inline results are limited to 25 MiB, below the sender's limit. Source: "Statement Execution API", disposition.
  const send = await createJsonSender({ platform: 'Databricks', proxy, certificateAuthorities, idleTimeoutMs });
  const address = settings.endpoint ?? `https://${config.workspaceUrl}`;
  const tokens = createTokenSource({ config, address, send, identityProviders: settings.identityProviders });
  const api = createApi(address, send, tokens);
  const warehouse = warehouseOf(config);
  const runStatement = createStatementRunner(api, warehouse);
  const inFlight = createInFlight();
  const execute: StatementRunner = (text, statementSignal) =>
    inFlight.run(statementSignal, (either) => runStatement(text, either));
  const workspace = createWorkspaceCalls(api, warehouse);
  try {
    await workspace.principal(untilDeadline);
  } catch (error) {
    await send.close();
    throw error;
  }
  return {
    ...workspace,
    ...createUnityCalls(api, workspace),
    query: (statement, querySignal) =>
      withRetry(() => execute(canonicalText(statement, DIALECT), querySignal), querySignal),
    async run(operation, { signal: runSignal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform runs statements of SQL, not "${operation.text}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      await execute(operation.reveal(), runSignal);
      return {};
    },
    async close() {
      await inFlight.end();
      await send.close();
    },
  };
}
