import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenOnLoopback } from '../../../shared/network/listen-on-loopback.ts';
import { type Account, createAccount } from './account.ts';
import { driverEndpoints } from './driver-endpoints.ts';
import { execute } from './execute.ts';
import { createFaults, type Fault, type Pending } from './faults.ts';
import { Refusal } from './refusal.ts';
import { bodyOf, type EmulatorResponse, refused } from './response.ts';
import { restEndpoints } from './rest-endpoints.ts';
import type { AccountSession, Rows } from './session.ts';
import { createSignIn } from './sign-in.ts';

/** A running emulator of one account. */
export interface Emulator {
  readonly address: string;
  readonly account: Account;
  /** The received statements, each with its role. */
  readonly statements: readonly { readonly role: string; readonly text: string; readonly outcome: string }[];
  /** The received sign-ins: the applications that identified themselves. */
  readonly applications: readonly string[];
  /** The requested statement timeouts, in seconds. */
  readonly timeouts: readonly unknown[];
  /** Injects a fault into the next statement that begins with this text. */
  failNext(begins: string, fault: Fault): void;
  /** The HTTP statuses of the next responses to requests for the outcome of a statement, by its beginning. */
  readonly pollRefusals: Map<string, readonly number[]>;
  /** Refuses every further sign-in, or none. */
  refuseSignIns(refusal: Refusal | undefined): void;
  /** Resolves when a statement hangs. */
  hung(): Promise<Pending>;
  /** The login names of clients, by access token. */
  readonly accessTokens: Map<string, string>;
  /** Runs a statement as an administrator in a worksheet. */
  worksheet(userName: string): (statement: string) => Rows;
  stop(): Promise<void>;
}

/**
 * An emulator of Snowflake on this machine: the sign-in and query endpoints that the driver uses, and the SQL REST API,
 * over one account in memory that enforces privileges. It supports the statements of this plugin, each with the
 * documentation page in its table; any other statement is a syntax error.
 *
 * Sources: "Snowflake SQL API reference"; "Authenticating to the server"; "Handling errors"; the driver's own endpoints
 * have no public reference and follow snowflake-sdk 3.3.0.
 */
export async function startEmulator(): Promise<Emulator> {
  const account = createAccount();
  const statements: { role: string; text: string; outcome: string }[] = [];
  const applications: string[] = [];
  const timeouts: unknown[] = [];
  const accessTokens = new Map<string, string>();
  const pollRefusals = new Map<string, readonly number[]>();
  const faults = createFaults();
  const signIn = createSignIn(account, accessTokens);

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

  const parts = { signIn, faults, applications, timeouts, pollRefusals, runStatement };
  const driver = driverEndpoints(parts);
  const rest = restEndpoints(parts);

  const work = async (request: IncomingMessage): Promise<EmulatorResponse | 'cut'> => {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://emulator');
    const isRest = url.pathname.startsWith('/api/v2/statements');
    try {
      if (isRest) return await rest(url, request.method ?? '', body, request);
      return await driver(request.url ?? '', body, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isRest) return refused(error);
      // The response to a refused sign-in has no SQLSTATE, as recorded in the tests of the driver.
      const isSignIn = url.pathname === '/session/v1/login-request';
      return {
        status: 200,
        body: {
          data: isSignIn
            ? { nextAction: 'RETRY_LOGIN', signInOptions: {} }
            : { errorCode: error.code, sqlState: error.sqlState, queryId: randomUUID() },
          code: error.code,
          message: error.message,
          success: false,
        },
      };
    }
  };

  const server = createServer(async (request, response) => {
    try {
      const result = await work(request);
      if (result === 'cut') {
        request.socket.destroy();
        return;
      }
      const headers = { 'content-type': 'application/json' };
      const text = JSON.stringify(result.body);
      if (result.isCompressed) response.writeHead(result.status, { ...headers, 'content-encoding': 'gzip' });
      else response.writeHead(result.status, headers);
      response.end(result.isCompressed ? gzipSync(text) : text);
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error));
    }
  });
  const listening = await listenOnLoopback(server);
  return {
    address: listening.address,
    account,
    statements,
    applications,
    timeouts,
    accessTokens,
    pollRefusals,
    failNext: faults.failNext,
    refuseSignIns: signIn.refuse,
    hung: faults.hung,
    worksheet(userName) {
      const session = signIn.open(signIn.userBy(userName));
      return (statement) => runStatement(statement, session);
    },
    stop: listening.stop,
  };
}
