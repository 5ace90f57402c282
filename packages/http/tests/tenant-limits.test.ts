import { createMemoryStore, createPortcullis, createStaticSecretKeys, type OwnTenantLimits } from '@portcullis/core';
import { createFakeTransport, createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpHandler } from '../src/create-http-handler.ts';
import { send } from './support/http-client.ts';
import { WEBHOOK } from './support/webhook-body.ts';

const ADMIN = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
const integration = (database: string) => ({
  type: 'Simulated',
  autoBootstrap: true,
  config: { ...SIMULATED_CONFIG, database },
});

/** Starts a service for a tenant with limits. */
async function start(limits: OwnTenantLimits) {
  const platform = createSimulatedPlatform();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    transport: createFakeTransport(),
  });
  onTestFinished(() => portcullis.close());
  await portcullis.tenants.create({ id: 'acme', limits });
  const { key } = await portcullis.tenant('acme').apiKeys.issue({ name: 'key', principal: ADMIN });
  const handler = createHttpHandler(portcullis);
  const post = (path: string, json: unknown) => send(handler, `POST ${path}`, { authorization: key, json });
  return { platform, portcullis, handler, key, post };
}

it.each([
  ['webhooks', '/webhooks', () => ({ webhooks: [WEBHOOK] })],
  ['integrations', '/integrations', integration],
  ['apiKeys', '/api-keys', (name: string) => ({ name })],
] as const)('one more than the limit on %s is a 409 that names the limit', async (name, path, bodyOf) => {
  // The key of the caller is the first.
  const limit = name === 'apiKeys' ? 2 : 1;
  const { post } = await start({ [name]: limit });
  expect([200, 201]).toContain((await post(path, bodyOf('one'))).status);
  const refused = await post(path, bodyOf('two'));
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({
    error: 'Conflict',
    code: 'TENANT_LIMIT',
    details: { limitName: name, limit },
  });
  expect(refused.headers.get('retry-after')).toBeNull();
});

it('an operation beyond the limit is a 429 with Retry-After', async () => {
  const { platform, portcullis, post } = await start({ concurrentOperations: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  platform.onStatement(({ when, statement }) =>
    when === 'before' && /^CREATE/.test(statement.text) ? promise : undefined,
  );
  const { json } = await post('/integrations', integration('one'));
  const refused = await post('/integrations', integration('two'));
  expect(refused.status).toBe(429);
  expect(refused.json).toMatchObject({ error: 'Too Many Requests', code: 'TENANT_LIMIT', statusCode: 429 });
  expect(refused.headers.get('retry-after')).toBe('5');
  resolve();
  await portcullis.tenant('acme').integrations.whenIdle(Number((json as { readonly id: string }).id));
});

it('an event stream beyond the limit is a 429 with Retry-After, until another one is left', async () => {
  const { portcullis, handler, key, post } = await start({ eventStreams: 1 });
  const { json } = await post('/integrations', integration('one'));
  const { id } = json as { readonly id: string };
  await portcullis.tenant('acme').integrations.whenIdle(Number(id));
  const follow = () =>
    handler(
      new Request(`http://localhost/integrations/${id}/operations`, {
        headers: { authorization: key, accept: 'text/event-stream' },
      }),
    );
  const first = await follow();
  expect(first.status).toBe(200);
  const refused = await follow();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({
    code: 'TENANT_LIMIT',
    details: { limitName: 'eventStreams', limit: 1 },
  });
  await first.body?.cancel();
  const next = await follow();
  expect(next.status).toBe(200);
  await next.body?.cancel();
});
