import { randomBytes } from 'node:crypto';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
} from '@portcullis/core';
import {
  clientConfiguredPlugin,
  createRecordingLogger,
  createSimulatedPlatform,
  type RecordingLogger,
  SIMULATED_CONFIG,
  type SimulatedPlatform,
  simulatedPlugin,
} from '@portcullis/testing';
import { expect } from 'vitest';
import { createHttpHandler } from '../../src/create-http-handler.ts';
import { findResource } from '../../src/routing/find-resource.ts';
import { type Received, type Sending, send } from './http-client.ts';
import { createResponseCheck } from './open-api-responses.ts';

/** The password that administrators send, which must not be in any response or log. */
const PASSWORD_CANARY = SIMULATED_CONFIG.password;

/** A handler over the real engine, on a simulated platform. */
export interface RealService extends AsyncDisposable {
  readonly portcullis: Portcullis;
  readonly platform: SimulatedPlatform;
  readonly logger: RecordingLogger;
  /** The keys of an administrator and of another user. */
  readonly keys: { readonly admin: string; readonly user: string };
  /**
   * Sends a request, by default as the administrator. The response must not be a 500, must match the OpenAPI
   * document, and must not contain {@link PASSWORD_CANARY}.
   */
  send(target: string, sending?: Sending): Promise<Received>;
  /** Creates an integration and waits until it is set up. */
  create(config?: Readonly<Record<string, unknown>>): Promise<number>;
}

/** The checks of documents that earlier services sent: a check compiles every schema at its first use. */
const checks = new Map<string, ReturnType<typeof createResponseCheck>>();

/** Starts the service. */
export async function startRealService(): Promise<RealService> {
  const platform = createSimulatedPlatform();
  const logger = createRecordingLogger();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform), clientConfiguredPlugin()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
    webhooks: { allow: [{ cidr: '127.0.0.1/32' }] },
    logger,
  });
  const handler = createHttpHandler(portcullis, { logger });
  const issue = async (id: number, name: string, permissions: readonly string[]) =>
    (await portcullis.apiKeys.issue({ name, principal: { id, name, permissions, groups: [] } })).key;
  const keys = { admin: await issue(1, 'Ada', [APPLICATION_ADMIN]), user: await issue(2, 'Uwe', []) };
  const { text: document } = await send(handler, 'GET /openapi.json', { authorization: null });
  const problemsOf = checks.get(document) ?? createResponseCheck(JSON.parse(document));
  checks.set(document, problemsOf);

  const checked: RealService['send'] = async (target, sending = {}) => {
    const response = await send(handler, target, { authorization: `Bearer ${keys.admin}`, ...sending });
    expect(response.status, JSON.stringify(logger.entries)).not.toBe(500);
    expect(response.text).not.toContain(PASSWORD_CANARY);
    const [method = '', path = ''] = target.split(/[ ?]/);
    const route = findResource(path)?.routes.get(method);
    if (route && response.json !== undefined) {
      const problems = problemsOf(route.path, method, response.status, 'application/json', response.json);
      expect(problems, `${target}: ${response.text}`).toEqual([]);
    }
    return response;
  };

  return {
    portcullis,
    platform,
    logger,
    keys,
    send: checked,
    async create(config = {}) {
      const json = { type: 'Simulated', autoBootstrap: true, config: { ...SIMULATED_CONFIG, ...config } };
      const response = await checked('POST /integrations', { json });
      expect(response.status, response.text).toBe(201);
      const id = Number((response.json as { readonly id: string }).id);
      await portcullis.integrations.whenIdle(id);
      return id;
    },
    async [Symbol.asyncDispose]() {
      await portcullis.close();
      expect(JSON.stringify(logger.entries)).not.toContain(PASSWORD_CANARY);
    },
  };
}
