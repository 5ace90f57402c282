import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createState } from './emulator-state.ts';
import { refusal, respond } from './respond.ts';

/** Every request of this number is limited. */
const LIMITED = 7;
/** Seconds until a token expires: the plugin replaces it after one. */
const TOKEN_SECONDS = 61;

/**
 * Starts an emulator of Lighthouse on this machine. Its lists have pages and eventual consistency, it carries grants out later,
 * it limits requests, and its access tokens expire.
 */
export async function startEmulator() {
  const state = createState();

  const answer = async (request: IncomingMessage) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const method = request.method ?? '';
    const content = await text(request);
    state.requests.push(`${method} ${pathname}${search}`);
    if (state.requests.length % LIMITED === 0) return { ...refusal(429, 'limited'), headers: { 'retry-after': '0' } };
    const [scheme = '', credential = ''] = (request.headers.authorization ?? '').split(' ');
    if (pathname === '/oauth/token') return scheme === 'Basic' ? issueToken(credential) : refusal(401, 'unauthorized');
    const account = state.accounts.items.find(({ name }) => name === state.tokens.get(credential));
    if (!account) return refusal(401, 'unauthorized');
    const { name, permissions } = account;
    if (pathname === '/v1/me') return { status: 200, body: { name, permissions } };
    const path = pathname.split('/').slice(2).map(decodeURIComponent);
    const body = content === '' ? {} : JSON.parse(content);
    return respond(state, { method, path, pageToken: searchParams.get('pageToken'), body }, permissions);
  };

  const issueToken = (credential: string) => {
    const [clientId = '', secret = ''] = Buffer.from(credential, 'base64')
      .toString()
      .split(':')
      .map(decodeURIComponent);
    const client = state.accounts.items.find(({ name }) => name === clientId);
    if (client?.clientSecret !== secret) return { status: 401, body: { error: 'invalid_client' } };
    const token = state.newId('token');
    state.tokens.set(token, clientId);
    return { status: 200, body: { access_token: token, expires_in: TOKEN_SECONDS } };
  };

  const server = createServer((request, response) => {
    void answer(request).then(
      (reply: { status: number; body?: object; headers?: Readonly<Record<string, string>> }) => {
        const { status, body, headers = {} } = reply;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body && JSON.stringify(body));
      },
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    state,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** An emulator of Lighthouse. */
export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
