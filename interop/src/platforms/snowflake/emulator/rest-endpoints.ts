import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EndpointParts } from './endpoint-parts.ts';
import { Refusal, refusals } from './refusal.ts';
import { type EmulatorResponse, outcomeOf, refused, running } from './response.ts';
import { withoutExcess } from './session.ts';
import { actAs, useWarehouse } from './session-statements.ts';

/** The SQL REST API. Sources: "Snowflake SQL API reference"; "Handling errors". */
export function restEndpoints({ signIn, faults, timeouts, pollRefusals, runStatement }: EndpointParts) {
  const submitted = new Map<string, { response: EmulatorResponse | undefined; cancel: () => void; text: string }>();
  const byRequest = new Map<string, string>();
  return async (
    url: URL,
    method: string,
    body: Record<string, unknown>,
    request: IncomingMessage,
  ): Promise<EmulatorResponse | 'cut'> => {
    if (!request.headers['user-agent']) throw refusals.noUserAgent();
    const [, handle, cancel] = /^\/api\/v2\/statements\/([^/]+)(\/cancel)?$/.exec(url.pathname) ?? [];
    const bearer = String(request.headers.authorization).replace(/^Bearer /, '');
    const session =
      request.headers['x-snowflake-authorization-token-type'] === 'KEYPAIR_JWT'
        ? signIn.byToken(bearer)
        : signIn.byAccessToken(bearer);
    if (handle !== undefined) {
      const known = submitted.get(handle);
      if (!known)
        return { status: 404, body: { code: '000709', message: 'Statement does not exist.', sqlState: '02000' } };
      if (cancel) known.cancel();
      else {
        const [begins = '', statuses = []] = [...pollRefusals].find(([each]) => known.text.startsWith(each)) ?? [];
        const [status, ...rest] = statuses;
        if (rest.length === 0) pollRefusals.delete(begins);
        else pollRefusals.set(begins, rest);
        if (status !== undefined) return { status, body: {} };
      }
      const partition = Number(url.searchParams.get('partition') ?? 0);
      if (partition > 0) return known.response?.partitions?.[partition - 1] ?? { status: 404, body: {} };
      return known.response ?? running(handle);
    }
    if (method !== 'POST') return { status: 405, body: {} };
    const requestId = url.searchParams.get('requestId') ?? randomUUID();
    const before = byRequest.get(requestId);
    if (before !== undefined) return submitted.get(before)?.response ?? running(before);
    const text = String(body.statement);
    timeouts.push(body.timeout);
    if (/^USE /.test(text)) throw refusals.useInRestInterface();
    if (typeof body.role === 'string') {
      try {
        actAs(session, body.role);
      } catch (error) {
        if (session.user.notPermitted?.has(body.role)) throw error;
        throw refusals.roleRefused(body.role);
      }
    }
    if (typeof body.warehouse === 'string') {
      // A warehouse that may not be used is no error here. The session then has no active warehouse.
      try {
        useWarehouse(session, body.warehouse);
      } catch {}
    }
    const id = randomUUID();
    byRequest.set(requestId, id);
    const fault = faults.take(text);
    if (fault === 'hang') {
      const { cancel: end } = faults.hang();
      const entry = { response: undefined as EmulatorResponse | undefined, cancel: () => {}, text };
      entry.cancel = () => {
        entry.response = refused(refusals.cancelled());
        end();
      };
      submitted.set(id, entry);
      return running(id);
    }
    const response =
      fault instanceof Refusal
        ? refused(fault)
        : outcomeOf(
            () => withoutExcess(runStatement(text, session), session, body.parameters, 'rows_per_resultset'),
            id,
          );
    submitted.set(id, { response, cancel: () => {}, text });
    if (fault === 'cut' || fault === 'cut-after') return 'cut';
    return url.searchParams.get('async') === 'true' ? running(id) : response;
  };
}
