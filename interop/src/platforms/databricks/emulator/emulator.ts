import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { createFaultQueue } from '../../../shared/emulator/fault-queue.ts';
import { listenOnLoopback } from '../../../shared/network/listen-on-loopback.ts';
import { type Account, createAccount } from './account.ts';
import { execute } from './execute.ts';
import { Refusal, refusals } from './refusal.ts';
import type { ApiResponse } from './request.ts';
import { runScript } from './scripting.ts';
import type { Rows } from './session.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { type Hanging, type SeenStatement, type StatementFault, statementRoutes } from './statement-service.ts';
import { unityRoutes } from './unity-service.ts';
import { workspaceRoutes } from './workspace-service.ts';

/**
 * A fault of a request or a statement: the connection is cut before or after the work, a gateway loses the response to
 * it, the response is not JSON, or it is a refusal. A statement or a request can also hang until it is cancelled. The response to a request can
 * also be delayed until it is released.
 */
type Fault = 'cut' | 'cut-after' | 'gateway-after' | 'late' | 'page' | StatementFault;

/** A running emulator of one workspace. */
export interface Emulator {
  readonly address: string;
  readonly account: Account;
  readonly signIn: SignIn;
  /** Every statement that arrived, with its principal and its outcome. */
  readonly statements: readonly SeenStatement[];
  /** Every request that arrived, as method and path. */
  readonly requests: readonly string[];
  /** The limits that split results into chunks. */
  readonly limits: { rowsPerChunk: number };
  /** The names under which clients identified themselves. */
  readonly userAgents: ReadonlySet<string>;
  /** Injects a fault into the next statement, or request by method and path, that begins with this text. */
  failNext(begins: string, fault: Fault): void;
  /** Resolves when a request or a statement hangs. */
  hung(): Promise<Hanging>;
  /** Runs statements as an administrator in the SQL editor, on a warehouse that runs. */
  editor(principal: string): (statement: string) => Rows;
  /** Runs a script there. */
  runScript(principal: string, script: string): void;
  stop(): Promise<void>;
}

/**
 * An emulator of a Databricks workspace on this machine, over one account in memory that enforces privileges: the token
 * endpoint, the Statement Execution API, Unity Catalog, warehouses and SCIM. It supports the statements and the
 * operations of its tables, each with its documentation page. Any other request is a syntax error or an unknown
 * endpoint.
 */
export async function startEmulator(): Promise<Emulator> {
  const account = createAccount();
  const signIn = createSignIn(account);
  const statements: SeenStatement[] = [];
  const requests: string[] = [];
  const userAgents = new Set<string>();
  const faults = createFaultQueue<Fault, Hanging>();
  const limits = { rowsPerChunk: 1000 };
  const editor = (principal: string) => (statement: string) =>
    execute(statement, { account, principal, parameters: new Map() });
  const routes = [
    ...statementRoutes({
      account,
      seen: statements,
      rowsPerChunk: () => limits.rowsPerChunk,
      takeFault: (text) => faults.take(text, isOfStatement),
      onHang: faults.onHang,
    }),
    ...unityRoutes(account),
    ...workspaceRoutes(account),
  ];

  const respond = (request: IncomingMessage, url: URL, raw: string): ApiResponse => {
    const { method = '', headers } = request;
    if (method === 'POST' && url.pathname === '/oidc/v1/token')
      return signIn.token(headers.authorization, new URLSearchParams(raw));
    const principal = signIn.principalOf(headers.authorization);
    for (const [verb, path, , run] of routes) {
      const match = verb === method ? path.exec(decodeURIComponent(url.pathname)) : null;
      if (!match) continue;
      const body = (raw === '' ? {} : JSON.parse(raw)) as Record<string, unknown>;
      return run({ method, path: url.pathname, query: url.searchParams, body, principal }, ...match.slice(1));
    }
    throw refusals.noEndpoint(`${method} ${url.pathname}`);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://emulator');
    const raw = await textOf(request);
    const line = `${request.method} ${url.pathname}`;
    requests.push(line);
    userAgents.add(String(request.headers['user-agent']));
    const statement = /\/sql\/statements\/?$/.test(url.pathname) ? statementOf(raw) : undefined;
    const fault = faults.take(line) ?? (statement === undefined ? undefined : faults.take(statement, isOfRequest));
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'page') return send(response, 200, '<html><body>Sign in', 'text/html');
    if (fault === 'hang') {
      const ended = new Promise<void>((resolve) => request.socket.once('close', () => resolve()));
      faults.onHang({ ended, cancel: () => void request.socket.destroy() });
      return;
    }
    const { status, body } = fault instanceof Refusal ? refused(fault) : responseOf(() => respond(request, url, raw));
    if (fault === 'cut-after') return void request.socket.destroy();
    if (fault === 'gateway-after') return send(response, 504, '<html><body>Gateway Timeout', 'text/html');
    if (fault === 'late') {
      await new Promise<void>((release) => faults.onHang({ ended: Promise.resolve(), cancel: release }));
    }
    send(response, status, JSON.stringify(body), 'application/json');
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, 500, String(error), 'text/plain'));
  });
  const listening = await listenOnLoopback(server);
  return {
    address: listening.address,
    account,
    signIn,
    statements,
    requests,
    userAgents,
    limits,
    failNext: faults.failNext,
    hung: faults.hung,
    editor,
    runScript: (principal, script) => runScript(script, editor(principal)),
    stop: listening.stop,
  };
}

function isOfStatement(fault: Fault): fault is StatementFault {
  return fault === 'hang' || fault instanceof Refusal;
}

function isOfRequest(fault: Fault): fault is Exclude<Fault, StatementFault> {
  return !isOfStatement(fault);
}

function responseOf(work: () => ApiResponse): ApiResponse {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

/** The body of a refused request. Source: "Databricks REST API reference", Errors. */
function refused({ code, message, status }: Refusal): ApiResponse {
  return { status, body: { error_code: code, message } };
}

function statementOf(raw: string): string | undefined {
  const { statement } = JSON.parse(raw || '{}') as { readonly statement?: string };
  return statement;
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}
