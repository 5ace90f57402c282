import { describe, expect, it } from 'vitest';
import { createFakePortcullis, type FakeParts } from '../../tests/support/fake-portcullis.ts';
import { send } from '../../tests/support/http-client.ts';
import * as samples from '../../tests/support/samples.ts';
import { createHttpHandler } from '../create-http-handler.ts';

function setUp(parts: FakeParts = {}) {
  const { portcullis, calls } = createFakePortcullis(parts);
  const handler = createHttpHandler(portcullis);
  return { handler, lastCall: () => calls.at(-1) };
}

const body = { type: 'Warehouse', autoBootstrap: true, config: { host: 'h' } };

describe('the integrations resource', () => {
  it('lists integrations without their versions', async () => {
    const { handler } = setUp();
    expect((await send(handler, 'GET /integrations')).json).toEqual([samples.integration]);
  });

  it('creates with 201 and Location', async () => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, 'POST /integrations', { json: body });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('/integrations/7');
    expect(response.json).toEqual(samples.operationResponse);
    expect(lastCall()).toMatchObject({ name: 'integrations.create', args: [{}, body, {}] });
  });

  it('responds to a dry run with 200 and no Location', async () => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, 'POST /integrations?dryRun=true', { json: body });
    expect(response.status).toBe(200);
    expect(response.headers.has('location')).toBe(false);
    expect(response.json).toEqual(samples.dryRunResponse);
    expect(lastCall()?.args[2]).toMatchObject({ dryRun: true });
  });

  it('returns one integration with its version as ETag', async () => {
    const { handler } = setUp();
    const response = await send(handler, 'GET /integrations/7');
    expect(response.json).toEqual(samples.integration);
    expect(response.headers.get('etag')).toBe('"3"');
  });

  it('passes If-Match and If-Plan to changes', async () => {
    const { handler, lastCall } = setUp();
    const headers = { 'if-match': '"3"', 'if-plan': samples.plan.hash };
    await send(handler, 'PUT /integrations/7', { json: body, headers });
    expect(lastCall()).toMatchObject({
      name: 'integrations.update',
      args: [{}, 7, body, { ifMatch: [3], ifPlan: samples.plan.hash }],
    });
    await send(handler, 'DELETE /integrations/7?forceDisable=true&dryRun=false', { headers });
    expect(lastCall()).toMatchObject({
      name: 'integrations.remove',
      args: [{}, 7, undefined, { ifMatch: [3], ifPlan: samples.plan.hash, forceDisable: true, dryRun: false }],
    });
    await send(handler, 'POST /integrations', { json: body, headers });
    expect(lastCall()?.args[2]).toEqual({ dryRun: undefined, ifPlan: samples.plan.hash });
  });

  it('treats no body, {} and white space on DELETE as no credentials, and passes other bodies on', async () => {
    const { handler, lastCall } = setUp();
    await send(handler, 'DELETE /integrations/7', { json: {} });
    expect(lastCall()?.args[2]).toBeUndefined();
    await send(handler, 'DELETE /integrations/7', { body: ' \n', headers: { 'content-type': 'application/json' } });
    expect(lastCall()?.args[2]).toBeUndefined();
    await send(handler, 'DELETE /integrations/7', { json: { username: 'u' } });
    expect(lastCall()?.args[2]).toEqual({ username: 'u' });
  });

  it('rejects a misspelt, repeated or invalid query parameter before it changes anything', async () => {
    const { handler, lastCall } = setUp();
    for (const query of ['dryrun=true', 'dryRun=yes', 'dryRun=', 'dryRun=true&dryRun=false', '__proto__=1']) {
      const response = await send(handler, `DELETE /integrations/7?${query}`);
      expect(response.status, query).toBe(400);
      expect(response.json).toMatchObject({ code: 'PARAMETER_INVALID', details: [{ path: query.split('=')[0] }] });
      expect(lastCall()?.name).toBe('apiKeys.authenticate');
    }
  });

  it('passes on a decision about an unresolved object', async () => {
    const { handler, lastCall } = setUp();
    const json = { object: 'database', decision: 'adopt' };
    expect(await send(handler, 'POST /integrations/7/unresolved-objects', { json })).toMatchObject({
      status: 200,
      json: [],
    });
    expect(lastCall()).toMatchObject({ name: 'integrations.decideOwnership', args: [{}, 7, json] });
    expect((await send(handler, 'GET /integrations/7/unresolved-objects')).json).toEqual(samples.unresolved);
  });

  it('rejects a request without a body', async () => {
    const { handler } = setUp();
    for (const target of ['POST /integrations', 'PUT /integrations/7', 'POST /webhooks', 'PATCH /settings']) {
      const response = await send(handler, target);
      expect(response.status, target).toBe(400);
      expect(response.json).toMatchObject({ code: 'BODY_INVALID', message: expect.stringContaining('has no body') });
    }
  });

  it.each([
    ['GET /integrations', 200],
    ['GET /integrations/7', 200],
    ['GET /integrations/7/client-setup', 200],
    ['GET /webhooks', 200],
    ['POST /api-keys', 201],
    ['GET /integrations/x', 400],
    ['GET /nothing', 404],
    ['DELETE /settings', 405],
  ])('forbids caches from storing the response to %s', async (target, status) => {
    const { handler } = setUp();
    const response = await send(handler, target, target.startsWith('POST') ? { json: { name: 'ci' } } : {});
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('lets caches store the OpenAPI document, which needs no caller', async () => {
    const { handler } = setUp();
    expect((await send(handler, 'GET /openapi.json')).headers.has('cache-control')).toBe(false);
  });

  it.each([
    ['GET /integrations/7/status', 'integrations.status', [7]],
    ['GET /integrations/7/operations', 'integrations.operations', [7, {}]],
    ['GET /integrations/7/operations?kind=edit&after=3', 'integrations.operations', [7, { kind: 'edit', after: '3' }]],
    ['GET /integrations/7/capabilities', 'integrations.capabilities', [7]],
    ['GET /integrations/7/unresolved-objects', 'integrations.unresolvedObjects', [7]],
    ['POST /integrations/7/validate', 'integrations.validate', [7]],
    ['GET /integrations/7/drift?last=true', 'integrations.drift', [7, undefined, { last: true }]],
    ['POST /integrations/7/drift', 'integrations.drift', [7, undefined]],
    ['POST /integrations/7/regenerate', 'integrations.regenerate', [7]],
    ['GET /integrations/types', 'integrations.types', []],
    ['GET /webhooks', 'webhooks.list', []],
    ['GET /webhooks/actions', 'webhooks.actions', []],
    ['GET /webhooks/kinds', 'webhooks.kinds', []],
    ['GET /webhooks/4', 'webhooks.get', [4]],
    ['DELETE /webhooks/4', 'webhooks.remove', [4]],
    ['POST /webhooks/history/retry/9', 'webhooks.retry', [9]],
    ['GET /settings', 'settings.get', []],
    ['GET /api-keys', 'apiKeys.list', []],
    ['DELETE /api-keys/5', 'apiKeys.revoke', [5, { keepIssued: false }]],
    ['DELETE /api-keys/5?keepIssued=true', 'apiKeys.revoke', [5, { keepIssued: true }]],
  ])('%s calls %s', async (target, name, args) => {
    const { handler, lastCall } = setUp();
    expect((await send(handler, target)).status).toBe(200);
    expect(lastCall()).toMatchObject({ name, args: [{}, ...args] });
  });
});

describe('the script endpoints', () => {
  it.each([
    ['/integrations/scripts/initial-create', 'initial-create', undefined],
    ['/integrations/scripts/create', 'create', undefined],
    ['/integrations/7/scripts/edit', 'edit', 7],
    ['/integrations/scripts/cleanup', 'cleanup', undefined],
    ['/integrations/scripts/post-cleanup', 'post-cleanup', undefined],
  ])('POST %s returns the %s script', async (path, kind, id) => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, `POST ${path}`, { json: body });
    expect(response).toMatchObject({ status: 200, json: samples.script });
    expect(lastCall()).toMatchObject({ name: 'integrations.script' });
    expect(lastCall()?.args.slice(1)).toEqual([kind, body, id]);
  });

  it.each([undefined, '*/*', 'application/json', 'application/*', 'application/json;q=0.9, text/plain;q=0.1', ''])(
    'respond to "%s" with the object',
    async (accept) => {
      const { handler } = setUp();
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const response = await send(handler, 'POST /integrations/7/scripts/delete', { headers });
      expect(response.json).toEqual(samples.script);
    },
  );

  it.each([
    ['text/plain', 'text/plain'],
    ['application/sql', 'application/sql'],
    ['text/*;q=0.5', 'text/plain'],
    ['application/json;q=0.1, application/sql', 'application/sql'],
  ])('respond to "%s" with the script itself', async (accept, mediaType) => {
    const { handler } = setUp();
    const response = await send(handler, 'POST /integrations/7/scripts/delete', { headers: { accept } });
    expect(response.text).toBe(samples.script.script);
    expect(response.headers.get('content-type')).toBe(`${mediaType}; charset=utf-8`);
  });

  it('reject other media types before the script is made', async () => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, 'POST /integrations/7/scripts/delete', { headers: { accept: 'text/html' } });
    expect(response.json).toMatchObject({ statusCode: 406, code: 'NOT_ACCEPTABLE' });
    expect(lastCall()?.name).toBe('apiKeys.authenticate');
  });

  it('are the only endpoints with responses other than JSON', async () => {
    const { handler } = setUp();
    const response = await send(handler, 'GET /integrations', { headers: { accept: 'text/plain' } });
    expect(response.status).toBe(406);
  });
});

describe('the privileges of a config', () => {
  it('are returned as an object or as the script that grants them', async () => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, 'POST /integrations/privileges', { json: body });
    expect(response).toMatchObject({ status: 200, json: samples.setupPrivileges });
    expect(lastCall()).toMatchObject({ name: 'integrations.privileges', args: [{}, body] });
    const script = await send(handler, 'POST /integrations/privileges', {
      body: 'type: Warehouse\nautoBootstrap: true\nconfig: { host: h }\n',
      headers: { accept: 'text/plain', 'content-type': 'application/yaml' },
    });
    expect(script.text).toBe(samples.setupPrivileges.script);
    expect(lastCall()?.args[1]).toEqual(body);
  });
});

describe('the webhooks resource', () => {
  it('creates with 201', async () => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, 'POST /webhooks', { json: { webhooks: [{}] } });
    expect(response).toMatchObject({ status: 201, json: { createdWebhooks: [samples.webhookChange], errors: [] } });
    expect(lastCall()).toMatchObject({ name: 'webhooks.create', args: [{}, { webhooks: [{}] }, {}] });
  });

  it('accepts JSON only', async () => {
    const { handler } = setUp();
    const sending = { body: 'webhooks: []', headers: { 'content-type': 'application/yaml' } };
    expect((await send(handler, 'POST /webhooks', sending)).status).toBe(415);
  });

  it('passes the query of the history on as strings, and rejects unknown names', async () => {
    const { handler, lastCall } = setUp();
    const response = await send(handler, 'GET /webhooks/history?offset=0&pageSize=x&includeGlobal=true&sortField=id');
    expect(response.json).toEqual(samples.historyPage);
    expect(lastCall()?.args[1]).toEqual({ offset: '0', pageSize: 'x', includeGlobal: 'true', sortField: 'id' });
    expect((await send(handler, 'GET /webhooks/history?pagesize=5')).json).toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining('pageSize'),
    });
  });
});

describe('the health check', () => {
  it.each([
    ['ok', 200, async () => ({ status: 'ok' as const })],
    ['closing', 503, async () => ({ status: 'closing' as const })],
    ['unavailable', 503, async () => Promise.reject(new Error('no store'))],
  ])('responds to %s with %i', async (status, code, health) => {
    const { handler } = setUp({ health });
    const response = await send(handler, 'GET /healthz?cache=no', { authorization: null });
    expect(response).toMatchObject({ status: code, json: { status } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
