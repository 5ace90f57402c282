import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EndpointParts } from './endpoint-parts.ts';
import { name } from './reading.ts';
import { Refusal, refusals } from './refusal.ts';
import { columnsOf, type EmulatorResponse } from './response.ts';
import { type AccountSession, type Rows, withoutExcess } from './session.ts';
import { actAs } from './session-statements.ts';

/** The endpoints of the driver, as snowflake-sdk 3.3.0 uses them. They have no public reference. */
export function driverEndpoints({ signIn, faults, applications, timeouts, runStatement }: EndpointParts) {
  const sessions = new Map<string, AccountSession>();
  const submitted = new Map<string, () => void>();
  /**
   * The outcomes of requests. A request that is repeated after a lost response is the same statement, and runs once.
   */
  const outcomes = new Map<string, Outcome>();
  return async (
    path: string,
    body: Record<string, unknown>,
    request: IncomingMessage,
  ): Promise<EmulatorResponse | 'cut'> => {
    if (path.startsWith('/telemetry')) return succeed({});
    if (path.startsWith('/session/v1/login-request')) {
      const data = body.data as Record<string, unknown>;
      applications.push(String((data.CLIENT_ENVIRONMENT as Record<string, unknown> | undefined)?.APPLICATION ?? ''));
      const session =
        data.AUTHENTICATOR === 'SNOWFLAKE_JWT'
          ? signIn.byToken(String(data.TOKEN))
          : data.AUTHENTICATOR === 'OAUTH'
            ? signIn.byAccessToken(String(data.TOKEN))
            : signIn.byPassword(String(data.LOGIN_NAME), data.PASSWORD);
      if (data.AUTHENTICATOR === 'OAUTH')
        enterAs(session, new URL(path, 'http://emulator').searchParams.get('roleName'));
      const token = randomUUID();
      sessions.set(token, session);
      return succeed({
        token,
        masterToken: randomUUID(),
        validityInSeconds: 3600,
        masterValidityInSeconds: 14_400,
        sessionId: 1,
        parameters: [],
        sessionInfo: { roleName: session.role },
      });
    }
    const token = /Token="([^"]+)"/.exec(String(request.headers.authorization))?.[1] ?? '';
    if (path.startsWith('/session?delete')) {
      sessions.delete(token);
      return succeed(null);
    }
    if (path.startsWith('/queries/v1/abort-request')) {
      submitted.get(String(body.requestId))?.();
      return succeed(null);
    }
    const session = sessions.get(token);
    if (!session)
      throw new Refusal('390104', '08001', 'Session no longer exists. New login required to access the service.', 401);
    const text = String(body.sqlText);
    const requestId = new URL(path, 'http://emulator').searchParams.get('requestId') ?? randomUUID();
    const earlier = outcomes.get(requestId);
    if (earlier) return responded(earlier, session);
    timeouts.push((body.parameters as Record<string, unknown> | undefined)?.STATEMENT_TIMEOUT_IN_SECONDS);
    const fault = faults.take(text);
    if (fault === 'cut') return 'cut';
    if (fault === 'hang') {
      const { done, cancel } = faults.hang();
      submitted.set(requestId, cancel);
      await done;
      throw refusals.cancelled();
    }
    if (fault instanceof Refusal) throw fault;
    const outcome = outcomeOf(() =>
      withoutExcess(runStatement(text, session), session, body.parameters, 'ROWS_PER_RESULTSET'),
    );
    outcomes.set(requestId, outcome);
    return fault === 'cut-after' ? 'cut' : responded(outcome, session);
  };
}

/** The rows of a statement, or the reason why there are none. */
type Outcome = { readonly rows: Rows } | { readonly refusal: Refusal };

function outcomeOf(run: () => Rows): Outcome {
  try {
    return { rows: run() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/**
 * Sets the role of a sign-in with an access token: the requested one, or the default one of the user. A token that does not
 * permit it is refused. Source: the message of this refusal.
 */
function enterAs(session: AccountSession, identifier: string | null): void {
  const isQuoted = identifier?.startsWith('"') === true;
  const role = isQuoted ? name(identifier) : (identifier?.toUpperCase() ?? session.role);
  try {
    actAs(session, role);
  } catch (error) {
    if (session.user.notPermitted?.has(role)) throw error;
    throw refusals.roleRefused(role);
  }
}

function succeed(data: unknown): EmulatorResponse {
  return { status: 200, body: { data, code: null, message: null, success: true } };
}

/** Returns the response to the driver. @throws Refusal */
function responded(outcome: Outcome, { role }: AccountSession): EmulatorResponse {
  if ('refusal' in outcome) throw outcome.refusal;
  const { rows } = outcome;
  const columns = columnsOf(rows);
  return succeed({
    parameters: [],
    rowtype: columns.map((name) => ({
      name,
      type: 'text',
      nullable: true,
      length: 16_777_216,
      precision: null,
      scale: null,
    })),
    rowset: rows.map((row) => columns.map((column) => row[column] ?? null)),
    total: rows.length,
    returned: rows.length,
    queryId: randomUUID(),
    sqlState: null,
    statementTypeId: 4096,
    queryResultFormat: 'json',
    finalRoleName: role,
  });
}
