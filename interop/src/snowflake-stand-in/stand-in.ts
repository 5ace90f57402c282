import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type Account, availableRoles, createAccount, type User } from './account.ts';
import { actAs, useWarehouse } from './change-statements.ts';
import { execute } from './execute.ts';
import { Refusal, refusals } from './refusal.ts';
import type { AccountSession, Rows } from './session.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What happens to a statement instead of its answer. */
type Fault = 'cut' | 'hang' | Refusal;

/** A statement that hangs, and what became of it. */
interface Pending {
  readonly cancelled: Promise<void>;
}

/** A running stand-in of one account. */
export interface StandIn {
  readonly address: string;
  readonly account: Account;
  /** Every statement that arrived, with the role that it ran as. */
  readonly statements: readonly { readonly role: string; readonly text: string; readonly outcome: string }[];
  /** The sign-ins that arrived: the applications that named themselves. */
  readonly applications: readonly string[];
  /** What happens to the next statement that begins so. */
  failNext(begins: string, fault: Fault): void;
  /** Resolves when a statement hangs. */
  hung(): Promise<Pending>;
  /** The access tokens of clients, by token: the login name they stand for. */
  readonly accessTokens: Map<string, string>;
  /** Runs a statement as a person in a worksheet. */
  worksheet(userName: string): (statement: string) => Rows;
  stop(): Promise<void>;
}

/**
 * A stand-in of Snowflake on this machine: the sign-in and query endpoints that the driver uses, and the SQL REST API, over one account
 * in memory that enforces privileges. It knows the statements that this plugin sends, each by the page that its table names; whatever
 * else is sent is a syntax error.
 *
 * Sources: "Snowflake SQL API reference"; "Authenticating to the server"; "Handling errors"; for the driver's own endpoints, which have
 * no public reference, what snowflake-sdk 3.3.0 sends and reads.
 */
export async function startStandIn(): Promise<StandIn> {
  const account = createAccount();
  const statements: { role: string; text: string; outcome: string }[] = [];
  const applications: string[] = [];
  const faults: { begins: string; fault: Fault }[] = [];
  const waiting: ((pending: Pending) => void)[] = [];
  const sessions = new Map<string, AccountSession>();
  const accessTokens = new Map<string, string>();
  const submitted = new Map<string, { answer: Answer | undefined; cancel: () => void }>();
  const byRequest = new Map<string, string>();

  const userBy = (login: string): [string, User] | undefined =>
    [...account.users].find(([, user]) => user.loginName.toUpperCase() === login.toUpperCase());

  const open = (found: [string, User] | undefined): AccountSession => {
    if (!found) throw refusals.badPassword();
    const [userName, user] = found;
    if (user.locked) throw refusals.locked();
    const wanted = user.properties.get('DEFAULT_ROLE') ?? 'PUBLIC';
    return {
      account,
      userName,
      user,
      role: availableRoles(account, user).has(wanted) ? wanted : 'PUBLIC',
      warehouse: undefined,
    };
  };

  const byToken = (token: string): AccountSession => {
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<string, unknown>;
    const found = userBy(
      String(claims.sub ?? '')
        .split('.')
        .slice(1)
        .join('.'),
    );
    const key = found?.[1].publicKey;
    const fingerprint = found?.[1].properties.get('RSA_PUBLIC_KEY_FP');
    const isFresh = Number(claims.exp) * 1000 > Date.now() && Number(claims.exp) - Number(claims.iat) <= 3600;
    const isNamed = claims.iss === `${String(claims.sub)}.${fingerprint}`;
    const isSigned =
      key !== undefined &&
      verify(
        'sha256',
        Buffer.from(`${head}.${payload}`),
        createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
        Buffer.from(signature, 'base64url'),
      );
    if (!isFresh || !isNamed || !isSigned) throw refusals.badToken();
    return open(found);
  };

  const byAccessToken = (token: string): AccountSession => {
    const login = accessTokens.get(token);
    if (login === undefined) throw refusals.badAccessToken();
    return open(userBy(login));
  };

  const runStatement = (text: string, session: AccountSession): Rows => {
    const role = session.role;
    try {
      const rows = execute(text, session);
      statements.push({ role, text, outcome: 'done' });
      return rows;
    } catch (error) {
      statements.push({ role, text, outcome: error instanceof Refusal ? error.code : 'failed' });
      throw error;
    }
  };

  const faultFor = (text: string): Fault | undefined => {
    const index = faults.findIndex(({ begins }) => text.startsWith(begins));
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  };

  const hang = (): { readonly done: Promise<void>; readonly cancel: () => void } => {
    let cancel = (): void => {};
    const cancelled = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    for (const tell of waiting.splice(0)) tell({ cancelled });
    return { done: cancelled, cancel };
  };

  /** The endpoints of the driver. */
  const driver = async (
    path: string,
    body: Record<string, unknown>,
    request: IncomingMessage,
  ): Promise<Answer | 'cut'> => {
    const succeed = (data: unknown): Answer => ({
      status: 200,
      body: { data, code: null, message: null, success: true },
    });
    if (path.startsWith('/telemetry')) return succeed({});
    if (path.startsWith('/session/v1/login-request')) {
      const data = body.data as Record<string, unknown>;
      applications.push(String((data.CLIENT_ENVIRONMENT as Record<string, unknown> | undefined)?.APPLICATION ?? ''));
      const session =
        data.AUTHENTICATOR === 'SNOWFLAKE_JWT'
          ? byToken(String(data.TOKEN))
          : data.AUTHENTICATOR === 'OAUTH'
            ? byAccessToken(String(data.TOKEN))
            : byPassword(String(data.LOGIN_NAME), data.PASSWORD);
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
      submitted.get(String(body.requestId))?.cancel();
      return succeed(null);
    }
    const session = sessions.get(token);
    if (!session)
      throw new Refusal('390104', '08001', 'Session no longer exists. New login required to access the service.', 401);
    const text = String(body.sqlText);
    const fault = faultFor(text);
    if (fault === 'cut') return 'cut';
    if (fault === 'hang') {
      const { done, cancel } = hang();
      submitted.set(new URL(path, 'http://stand-in').searchParams.get('requestId') ?? '', {
        answer: undefined,
        cancel,
      });
      await done;
      throw refusals.cancelled();
    }
    if (fault) throw fault;
    const rows = runStatement(text, session);
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
      finalRoleName: session.role,
    });
  };

  const byPassword = (login: string, password: unknown): AccountSession => {
    const found = userBy(login);
    if (!found || found[1].password === undefined || found[1].password !== password) throw refusals.badPassword();
    return open(found);
  };

  /** The SQL REST API. */
  const rest = async (
    url: URL,
    method: string,
    body: Record<string, unknown>,
    request: IncomingMessage,
  ): Promise<Answer | 'cut'> => {
    if (!request.headers['user-agent']) throw refusals.noUserAgent();
    const [, handle, cancel] = /^\/api\/v2\/statements\/([^/]+)(\/cancel)?$/.exec(url.pathname) ?? [];
    const bearer = String(request.headers.authorization).replace(/^Bearer /, '');
    const session =
      request.headers['x-snowflake-authorization-token-type'] === 'KEYPAIR_JWT'
        ? byToken(bearer)
        : byAccessToken(bearer);
    if (handle !== undefined) {
      const known = submitted.get(handle);
      if (!known)
        return { status: 404, body: { code: '000709', message: 'Statement does not exist.', sqlState: '02000' } };
      if (cancel) known.cancel();
      return known.answer ?? running(handle);
    }
    if (method !== 'POST') return { status: 405, body: {} };
    const requestId = url.searchParams.get('requestId') ?? randomUUID();
    const before = byRequest.get(requestId);
    if (before !== undefined) return submitted.get(before)?.answer ?? running(before);
    const text = String(body.statement);
    if (/^USE /.test(text)) throw refusals.useInRestInterface();
    if (typeof body.role === 'string') {
      try {
        actAs(session, body.role);
      } catch {
        throw refusals.roleRefused(body.role);
      }
    }
    if (typeof body.warehouse === 'string') {
      // A warehouse that may not be used is no error here: none is active then.
      try {
        useWarehouse(session, body.warehouse);
      } catch {}
    }
    const id = randomUUID();
    byRequest.set(requestId, id);
    const fault = faultFor(text);
    if (fault === 'hang') {
      const { cancel: end } = hang();
      const entry = { answer: undefined as Answer | undefined, cancel: () => {} };
      entry.cancel = () => {
        entry.answer = refused(refusals.cancelled());
        end();
      };
      submitted.set(id, entry);
      return running(id);
    }
    const answer = fault instanceof Refusal ? refused(fault) : outcomeOf(() => runStatement(text, session), id);
    submitted.set(id, { answer, cancel: () => {} });
    if (fault === 'cut') return 'cut';
    return url.searchParams.get('async') === 'true' ? running(id) : answer;
  };

  const work = async (request: IncomingMessage): Promise<Answer | 'cut'> => {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const isRest = url.pathname.startsWith('/api/v2/statements');
    try {
      if (isRest) return await rest(url, request.method ?? '', body, request);
      return await driver(request.url ?? '', body, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isRest) return refused(error);
      return {
        status: 200,
        body: {
          data: { errorCode: error.code, sqlState: error.sqlState, queryId: randomUUID() },
          code: error.code,
          message: error.message,
          success: false,
        },
      };
    }
  };

  const server = createServer(async (request, response) => {
    try {
      const answer = await work(request);
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    statements,
    applications,
    accessTokens,
    failNext: (begins, fault) => void faults.push({ begins, fault }),
    hung: () => new Promise((resolve) => waiting.push(resolve)),
    worksheet(userName) {
      const session = open(userBy(userName));
      return (statement) => runStatement(statement, session);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function outcomeOf(run: () => Rows, handle: string): Answer {
  try {
    const rows = run();
    const columns = columnsOf(rows);
    return {
      status: 200,
      body: {
        code: '090001',
        sqlState: '00000',
        message: 'Statement executed successfully.',
        statementHandle: handle,
        resultSetMetaData: {
          numRows: rows.length,
          format: 'jsonv2',
          partitionInfo: [{ rowCount: rows.length }],
          rowType: columns.map((name) => ({ name, type: 'text' })),
        },
        data: rows.map((row) => columns.map((column) => row[column] ?? null)),
      },
    };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function running(handle: string): Answer {
  return {
    status: 202,
    body: { code: '333334', message: 'Asynchronous execution in progress.', statementHandle: handle },
  };
}

function refused({ code, sqlState, message, status }: Refusal): Answer {
  return { status, body: { code, sqlState, message } };
}

function columnsOf(rows: Rows): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  if (raw.length === 0) return {};
  const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
  return JSON.parse(plain.toString()) as Record<string, unknown>;
}
