import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createTrinoDecisionHandler, trino } from '@portcullis/plugin-trino';
import { ADMIN } from '../../../shared/admin.ts';
import { listenOnLoopback } from '../../../shared/network/listen-on-loopback.ts';
import { type TrialHost, trialPolicy } from './journeys.ts';
import type { ClusterFile } from './start-trino.ts';

/** A host with one Trino integration, whose decision endpoint is served on the loopback address. */
export interface StartedHost {
  readonly host: TrialHost;
  /** The files that `client-setup` returns for the cluster. */
  readonly files: readonly ClusterFile[];
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the host and creates the integration as an administrator does. */
export async function startHost(): Promise<StartedHost> {
  const portcullis = await createPortcullis({
    plugins: [trino({ keyOverlapHours: 0 })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: 'trial', keys: { trial: new Uint8Array(32).fill(1) } }),
  });
  const host: TrialHost = {
    broken: false,
    asked: new Set(),
    async replaceKey() {
      await portcullis.integrations.regenerate(ADMIN, id);
    },
  };
  const decide = createTrinoDecisionHandler({
    authenticate: (key, source) => portcullis.integrations.authenticateKey(key, { source }),
    policy: trialPolicy(host),
  });
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const request = new Request(url, { method: incoming.method ?? 'GET', body: (await text(incoming)) || null });
    const response = (await decide(request, incoming.socket.remoteAddress)) ?? new Response(null, { status: 404 });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  });
  // Longer than the minute for which a coordinator keeps a connection. Otherwise it may use one that the host has just
  // closed.
  server.keepAliveTimeout = 65_000;
  const { address: baseUrl, stop } = await listenOnLoopback(server);
  const response = await portcullis.integrations.create(ADMIN, { type: 'Trino' });
  const id = Number('id' in response ? response.id : Number.NaN);
  const { key, files } = await portcullis.integrations.clientSetup(ADMIN, id, { baseUrl });
  return {
    host,
    files,
    environment: { PORTCULLIS_TRINO_KEY: key },
    async stop() {
      await stop();
      await portcullis.close();
    },
  };
}
