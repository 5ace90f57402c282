import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  DEFAULT_TENANT,
  type OperationResponse,
  type Portcullis,
  type RequestContext,
  TABLES,
  type TableName,
} from '@portcullis/core';
import {
  createFakeClock,
  createFakeTransport,
  createSimulatedPlatform,
  SIMULATED_CONFIG,
  type SimulatedPlatform,
  simulatedPlugin,
} from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../src/create-http-handler.ts';
import { ROUTES } from '../src/routes/routes.ts';
import type { Route } from '../src/routing/route.ts';
import { send } from './support/http-client.ts';
import { WEBHOOK } from './support/webhook-body.ts';

const ADMIN: RequestContext = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] },
};
const INTEGRATION = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };
const CREDENTIALS = {
  authenticationType: SIMULATED_CONFIG.authenticationType,
  username: SIMULATED_CONFIG.username,
  password: SIMULATED_CONFIG.password,
};

/** A body for each route that takes one. A route without an entry fails the test. */
const BODIES: Readonly<Record<string, unknown>> = {
  changeSettings: { webhookDeadlineMs: 7000 },
  createApiKey: { name: 'another' },
  getSetupPrivileges: INTEGRATION,
  observeIntegrationDrift: CREDENTIALS,
  decideOwnership: { object: 'role', decision: 'leave' },
  createIntegration: INTEGRATION,
  updateIntegration: INTEGRATION,
  deleteIntegration: CREDENTIALS,
  rotateIntegrationSecret: CREDENTIALS,
  getInitialCreateScript: { ...INTEGRATION, autoBootstrap: false },
  getCreateScript: { ...INTEGRATION, autoBootstrap: false },
  getEditScript: { ...INTEGRATION, autoBootstrap: false },
  getCleanupScript: { ...INTEGRATION, autoBootstrap: false },
  getPostCleanupScript: { ...INTEGRATION, autoBootstrap: false },
  createWebhooks: { webhooks: [WEBHOOK] },
  updateWebhook: { name: 'renamed' },
  testEndpoint: WEBHOOK,
  recoverDeliveries: {},
};

async function open(platform: SimulatedPlatform) {
  const clock = createFakeClock();
  const store = createMemoryStore();
  const transport = createFakeTransport(() => 200);
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    store,
    clock,
    transport,
  });
  return { clock, store, transport, portcullis, handler: createHttpHandler(portcullis) };
}

/**
 * Gives a tenant an integration, a webhook, a delivery, an API key, changed settings and a stored idempotent response.
 */
async function fill(portcullis: Portcullis, tenant: string) {
  await portcullis.tenants.create({ id: tenant, name: 'The first customer' });
  const services = portcullis.tenant(tenant);
  const { id } = (await services.integrations.create(ADMIN, INTEGRATION)) as OperationResponse;
  await services.integrations.whenIdle(Number(id));
  await services.webhooks.create(ADMIN, { webhooks: [WEBHOOK] }, { idempotencyKey: 'same-key' });
  await services.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' }, idempotencyKey: 'event-1' });
  await settled();
  await services.apiKeys.issue({ name: 'alpha', principal: ADMIN.principal });
  await services.settings.update(ADMIN, { webhookDeadlineMs: 9999 });
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns the rows of all tenants except one, without the version of all tenants, which every change of a tenant increases. */
async function rowsOfOthers(store: Awaited<ReturnType<typeof open>>['store'], tenant: string) {
  const tables = Object.keys(TABLES) as TableName[];
  const found = await Promise.all(tables.map((table) => store.allTenants.find(table)));
  const isOfOthers = (row: { readonly tenant: string; readonly name?: unknown }) =>
    row.tenant !== tenant && row.name !== 'tenants-version';
  return tables.map((table, index) => [table, found[index]?.filter(isOfOthers)]);
}

/**
 * Opens two services with the tenant beta: one with beta alone, one with beta and alpha. In both, the platform contains
 * the objects of another account.
 */
async function openBoth() {
  const platforms = [createSimulatedPlatform(), createSimulatedPlatform()] as const;
  const foreign = await open(platforms[0]);
  await fill(foreign.portcullis, 'another');
  const alone = await open(platforms[0]);
  const shared = await open(platforms[1]);
  const keys = [];
  for (const { portcullis } of [alone, shared]) {
    await portcullis.tenants.create({ id: 'beta' });
    keys.push((await portcullis.tenant('beta').apiKeys.issue({ name: 'beta', principal: ADMIN.principal })).key);
  }
  await fill(shared.portcullis, 'alpha');
  // The statistics count the delivery after five seconds.
  for (const { clock } of [alone, shared]) clock.advance(5000);
  await settled();
  return { alone, shared, keys };
}

function requestOf({ method, path, operationId, body }: Route, id: number) {
  if (body && !(operationId in BODIES) && body.required) throw new Error(`BODIES has no body for ${operationId}.`);
  const query = path.endsWith('/client-setup') || path === '/webhooks/history' ? '?includeGlobal=true' : '';
  const json = body ? BODIES[operationId] : undefined;
  const target = `${method} ${path.replace('{id}', String(id))}${path === '/webhooks/history' ? query : ''}`;
  return { target, sending: json === undefined ? {} : { json } };
}

/**
 * Returns the comparable parts of a response: without ids, which count over all tenants, and without keys and times,
 * which are random.
 */
function learned({ status, text }: { readonly status: number; readonly text: string }) {
  const hidden = text
    .replace(
      /"(requestId|key|prefix|sealed|publicId|receivedAt|startedAt|finishedAt|durationMs)":("[^"]*"|\d+)/g,
      '"$1":"…"',
    )
    .replace(/"(id|webhooksId|webhooksActivityId|modelId|operationId|integrationId)":("?)\d+\2/g, '"$1":"…"')
    .replace(/pcg:[0-9a-f]{16}|[0-9a-f]{16,}/g, '…');
  return { status, text: hidden };
}

describe('a caller of one tenant, over HTTP', () => {
  const routes = ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

  it.each(routes)(
    'gets no information about another tenant from %s, and changes nothing of it',
    async (_name, route) => {
      const { alone, shared, keys } = await openBoth();
      const before = await rowsOfOthers(shared.store, 'beta');
      const { target, sending } = requestOf(route, 1);
      const responses = [];
      for (const [index, { handler }] of [alone, shared].entries()) {
        const authorization = keys[index] as string;
        responses.push(learned(await send(handler, target, { ...sending, authorization })));
      }
      expect(responses[1]).toEqual(responses[0]);
      if (route.path.includes('{id}'))
        expect(responses[1]?.status).toBe(route.operationId === 'revokeApiKey' ? 200 : 404);
      expect(await rowsOfOthers(shared.store, 'beta')).toEqual(before);
    },
  );

  it('gets no list with objects of another tenant', async () => {
    const { shared, keys } = await openBoth();
    const authorization = keys[1] as string;
    for (const path of ['/integrations', '/webhooks', '/webhooks/history?includeGlobal=true']) {
      const { json } = await send(shared.handler, `GET ${path}`, { authorization });
      expect(json).toEqual(path.includes('history') ? { count: '0', records: [] } : []);
    }
    expect((await send(shared.handler, 'GET /api-keys', { authorization })).json).toMatchObject([{ name: 'beta' }]);
    expect((await send(shared.handler, 'GET /settings', { authorization })).json).toMatchObject({
      webhookDeadlineMs: 10_000,
    });
  });

  it('has separate idempotency keys', async () => {
    const { shared, keys } = await openBoth();
    const response = await send(shared.handler, 'POST /webhooks', {
      authorization: keys[1] as string,
      json: { webhooks: [WEBHOOK] },
      headers: { 'idempotency-key': 'same-key' },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('idempotent-replayed')).toBeNull();
    expect((await send(shared.handler, 'GET /webhooks', { authorization: keys[1] as string })).json).toHaveLength(1);
  });

  it('cannot read or reseal the secret keys of the instance', async () => {
    const { shared, keys } = await openBoth();
    for (const target of ['GET /secret-keys', 'POST /secret-keys/reseal']) {
      expect(await send(shared.handler, target, { authorization: keys[1] as string })).toMatchObject({
        status: 403,
        json: { code: 'TENANT_MISMATCH' },
      });
    }
  });

  it('is a principal of the tenant that the authenticator of the host names, and of no other', async () => {
    const { shared } = await openBoth();
    const as = (tenant: string | undefined) =>
      createHttpHandler(shared.portcullis, {
        authenticate: async () => ({ ...ADMIN.principal, ...(tenant !== undefined && { tenant }) }),
      });
    const names = async (tenant: string | undefined) => {
      const { json, status } = await send(as(tenant), 'GET /webhooks');
      return status === 200 ? (json as readonly { readonly name: string }[]).map(({ name }) => name) : status;
    };
    expect(await names('alpha')).toEqual(['Audit']);
    expect(await names('beta')).toEqual([]);
    expect(await names(undefined)).toEqual([]);
    expect(await names('Alpha')).toBe(404);
    expect(await names('')).toBe(500);
    expect(await names('a\u0000')).toBe(500);
    expect(await shared.store.scoped(DEFAULT_TENANT).count('webhooks', {})).toBe(0);
  });
});
