import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../shared/network/listen-on-loopback.ts';
import type { RunningUnity } from './start-unity.ts';
import { translate } from './translate.ts';

/** A workspace in front of the catalogue server. */
export interface Front {
  readonly address: string;
  stop(): Promise<void>;
}

interface EmulatorResponse {
  readonly status: number;
  readonly body: unknown;
}

type Row = Readonly<Record<string, string>>;

const UNITY = '/api/2.1/unity-catalog';
/** The SQLSTATEs for the responses of the server. */
const STATES: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: '42501',
  NOT_FOUND: '42704',
  CATALOG_NOT_FOUND: '42704',
  SCHEMA_NOT_FOUND: '42704',
  CATALOG_ALREADY_EXISTS: '42710',
  SCHEMA_ALREADY_EXISTS: '42P06',
  FAILED_PRECONDITION: '2BP01',
};

/**
 * A workspace for the catalogue server, which has neither warehouses nor SQL. Statements become the equivalent calls,
 * in the name of their sender, and all other requests go to the server unchanged. Two missing features are composed:
 * effective permissions, from those of an object and of its containers, and the underscores in the names of privileges.
 */
export async function startFront(unity: RunningUnity): Promise<Front> {
  const ask = async (token: string, method: string, path: string, body?: object): Promise<EmulatorResponse> => {
    const response = await fetch(`${unity.url}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const raw = await response.text();
    return { status: response.status, body: raw.startsWith('{') ? JSON.parse(raw) : {} };
  };

  const run = async (token: string, statement: string): Promise<readonly Row[] | EmulatorResponse> => {
    const { body: summary } = await ask(token, 'GET', `${UNITY}/metastore_summary`);
    const call = translate(statement, String((summary as Row).metastore_id));
    if (call) {
      const response = await ask(token, call.method, `${UNITY}/${call.path}`, call.body);
      return response.status < 300 ? [] : response;
    }
    if (/^SELECT session_user\(\)/.test(statement)) {
      const { body: me } = await ask(token, 'GET', '/api/1.0/unity-control/scim2/Me');
      return [{ user_name: String((me as Row).userName), version: 'none' }];
    }
    // The server has no policies on tables.
    if (/ FROM system\.information_schema\.(row_filters|column_masks) /.test(statement)) return [];
    return { status: 400, body: { error_code: 'PARSE_SYNTAX_ERROR', message: `No such statement: ${statement}` } };
  };

  const effective = async (
    token: string,
    kind: string,
    path: string,
    principal: string | null,
  ): Promise<EmulatorResponse> => {
    const own = await ask(token, 'GET', `${UNITY}/permissions/${kind}/${path}`);
    if (own.status >= 300) return own;
    const above =
      kind === 'schema' ? await ask(token, 'GET', `${UNITY}/permissions/catalog/${path.split('.')[0]}`) : own;
    const held = new Map<string, Set<string>>();
    for (const { body } of [own, above]) {
      const { privilege_assignments: found = [] } = body as { privilege_assignments?: readonly Assignment[] };
      for (const each of found)
        held.set(each.principal, new Set([...(held.get(each.principal) ?? []), ...each.privileges]));
    }
    const assignments = [...held]
      .filter(([each]) => principal === null || each === principal)
      .map(([each, privileges]) => ({
        principal: each,
        privileges: [...privileges].map((privilege) => ({ privilege: privilege.replaceAll(' ', '_') })),
      }));
    return { status: 200, body: { privilege_assignments: assignments } };
  };

  const work = async (request: IncomingMessage): Promise<EmulatorResponse> => {
    const url = new URL(request.url ?? '/', 'http://front');
    const token = String(request.headers.authorization);
    const raw = await textOf(request);
    const path = decodeURIComponent(url.pathname);
    if (path === '/api/2.0/sql/statements') {
      const { statement } = JSON.parse(raw) as { readonly statement: string };
      const summary = await ask(token, 'GET', `${UNITY}/metastore_summary`);
      return summary.status === 200 ? statementResponse(await run(token, statement)) : summary;
    }
    const [, warehouse] = /^\/api\/2\.0\/sql\/warehouses\/([^/]+)$/.exec(path) ?? [];
    if (warehouse !== undefined) {
      const summary = await ask(token, 'GET', `${UNITY}/metastore_summary`);
      return summary.status === 200
        ? { status: 200, body: { id: warehouse, name: 'front', state: 'RUNNING' } }
        : summary;
    }
    if (path.endsWith('/scim/v2/Me')) return ask(token, 'GET', '/api/1.0/unity-control/scim2/Me');
    const [, kind, object] = /^\/api\/2\.1\/unity-catalog\/effective-permissions\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (kind !== undefined && object !== undefined)
      return effective(token, kind, object, url.searchParams.get('principal'));
    return ask(
      token,
      request.method ?? 'GET',
      `${url.pathname}${url.search}`,
      raw === '' ? undefined : JSON.parse(raw),
    );
  };

  const server = createServer((request, response) => {
    work(request)
      .then(({ status, body }) => send(response, status, body))
      .catch((error: unknown) => send(response, 500, { message: String(error) }));
  });
  return listenOnLoopback(server);
}

interface Assignment {
  readonly principal: string;
  readonly privileges: readonly string[];
}

/** A failed statement is a 200 that reports it. Source: "Statement Execution API". */
function statementResponse(outcome: readonly Row[] | EmulatorResponse): EmulatorResponse {
  const statement_id = randomUUID();
  if ('status' in outcome) {
    const { error_code, message } = outcome.body as Row;
    const status = {
      state: 'FAILED',
      error: { error_code: 'BAD_REQUEST', message: `${error_code}: ${message}` },
      sql_state: STATES[String(error_code)] ?? '42000',
    };
    return { status: 200, body: { statement_id, status } };
  }
  const columns = Object.keys(outcome[0] ?? {});
  return {
    status: 200,
    body: {
      statement_id,
      status: { state: 'SUCCEEDED' },
      manifest: { schema: { columns: columns.map((name) => ({ name })) }, total_chunk_count: 1 },
      result: { data_array: outcome.map((row) => columns.map((column) => row[column] ?? null)) },
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
