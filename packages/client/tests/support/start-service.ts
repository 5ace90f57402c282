import { randomBytes } from 'node:crypto';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import {
  createSimulatedPlatform,
  SIMULATED_CONFIG,
  type SimulatedPlatform,
  simulatedPlugin,
} from '@portcullis/testing';
import { createPortcullisClient, type IntegrationBody, type PortcullisClient } from '../../src/index.ts';

/** A real service on a simulated platform, and a client that reaches it without a network. */
export interface Service extends AsyncDisposable {
  readonly portcullis: Portcullis;
  readonly platform: SimulatedPlatform;
  readonly client: PortcullisClient;
  readonly key: string;
  /** Every request that the client sent. */
  readonly requests: readonly Request[];
}

/** A body for the simulated type, for which the client has no types. */
export const SIMULATED_BODY = {
  type: 'Simulated',
  autoBootstrap: true,
  config: SIMULATED_CONFIG,
} as unknown as IntegrationBody;

/** Starts the service. */
export async function startService(): Promise<Service> {
  const platform = createSimulatedPlatform();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32' }] },
  });
  const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
  const { key } = await portcullis.apiKeys.issue({ name: 'Ada', principal });
  const handler = createHttpHandler(portcullis, { basePath: '/governance' });
  const requests: Request[] = [];
  const client = createPortcullisClient({
    baseUrl: 'http://service.test/governance/',
    key,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request);
      return handler(request);
    },
  });
  return { portcullis, platform, client, key, requests, [Symbol.asyncDispose]: () => portcullis.close() };
}
