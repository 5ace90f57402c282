import { randomBytes } from 'node:crypto';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { simulatedPlugin } from '@portcullis/testing';
import type { FakeTerminal } from './fake-terminal.ts';

/** A server for a terminal, on the platform of the terminal. */
export interface Server extends AsyncDisposable {
  readonly portcullis: Portcullis;
  /** Method and path of every request. */
  readonly requests: readonly string[];
}

/** Starts a server, and sets its address in the terminal. */
export async function startServer(terminal: FakeTerminal): Promise<Server> {
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(terminal.platform)],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32' }] },
  });
  const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
  const handler = createHttpHandler(portcullis);
  const requests: string[] = [];
  terminal.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return handler(request);
  };
  terminal.env.PORTCULLIS_URL = 'http://server.test';
  terminal.env.PORTCULLIS_API_KEY = (await portcullis.apiKeys.issue({ name: 'Ada', principal })).key;
  return { portcullis, requests, [Symbol.asyncDispose]: () => portcullis.close() };
}
