import { SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { startRealService } from './support/real-service.ts';

const body = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };

describe('several clients of one integration', () => {
  it('get the current version if they change an outdated one', async () => {
    await using service = await startRealService();
    const id = await service.create();
    const etag = (await service.send(`GET /integrations/${id}`)).headers.get('etag') ?? '';
    for (const tag of ['"999"', `W/${etag}`, '"a", "b"']) {
      const headers = { 'if-match': tag };
      const put = await service.send(`PUT /integrations/${id}`, { json: body, headers });
      expect(put).toMatchObject({ status: 412, json: { code: 'VERSION_MISMATCH' } });
      expect(put.headers.get('etag')).toBe(etag);
      const removed = await service.send(`DELETE /integrations/${id}?forceDisable=true`, { headers });
      expect(removed).toMatchObject({ status: 412, json: { error: 'Precondition Failed' } });
    }
    expect(await service.send(`GET /integrations/${id}`)).toMatchObject({ json: { status: 'enabled' } });
    const headers = { 'if-match': `"999", ${etag}` };
    expect((await service.send(`PUT /integrations/${id}`, { json: body, headers })).status).toBe(200);
    await service.portcullis.integrations.whenIdle(id);
    const any = { headers: { 'if-match': '*' } };
    expect((await service.send(`DELETE /integrations/${id}?forceDisable=true`, any)).status).toBe(200);
  });

  it('get the running operation, its start and Retry-After while another operation runs', async () => {
    await using service = await startRealService();
    let go = (): void => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    service.platform.onStatement(() => gate);
    expect((await service.send('POST /integrations', { json: body })).status).toBe(201);
    const doing = { status: 'creating', operationId: 1, operation: 'create', since: expect.any(String) };
    const MESSAGE = /has been creating since \d{4}-\S+Z \(operation 1, create\)/;
    for (const target of ['PUT /integrations/1', 'DELETE /integrations/1?forceDisable=true']) {
      const refused = await service.send(target, target.startsWith('PUT') ? { json: body } : {});
      expect(refused).toMatchObject({
        status: 409,
        json: { code: 'INTEGRATION_BUSY', message: expect.stringMatching(MESSAGE), details: doing },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const twin = await service.send('POST /integrations', { json: body });
    expect(twin).toMatchObject({
      status: 409,
      json: { code: 'TARGET_TAKEN', message: expect.stringMatching(MESSAGE), details: { id: '1', ...doing } },
    });
    expect(Number(twin.headers.get('retry-after'))).toBeGreaterThan(0);
    go();
    await service.portcullis.integrations.whenIdle(1);
  });
});

describe('an Idempotency-Key', () => {
  it('makes a repeated creation safe: same status, headers and body, and a header that marks the repetition', async () => {
    await using service = await startRealService();
    const headers = { 'idempotency-key': '"7b0e6d30-0d3c-4c52-8a0e-2f1d0cfa0a11"' };
    const first = await service.send('POST /integrations', { json: body, headers });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await service.portcullis.integrations.whenIdle(1);
    const again = await service.send('POST /integrations', { json: body, headers });
    expect(again.status).toEqual(first.status);
    expect(again.text).toEqual(first.text);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const bare = { 'idempotency-key': '7b0e6d30-0d3c-4c52-8a0e-2f1d0cfa0a11' };
    expect((await service.send('POST /integrations', { json: body, headers: bare })).text).toBe(first.text);
    const other = { ...body, config: { ...SIMULATED_CONFIG, database: 'other' } };
    expect(await service.send('POST /integrations', { json: other, headers })).toMatchObject({
      status: 422,
      json: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await service.send('GET /integrations')).toMatchObject({ json: { length: 1 } });
  });

  it('is free again after a refusal, and is not used by a dry run', async () => {
    await using service = await startRealService();
    const headers = { 'idempotency-key': 'one' };
    const dry = await service.send('POST /integrations?dryRun=true', { json: body, headers });
    expect(dry.status).toBe(200);
    service.platform.answer('missing privilege', 'CREATE DATABASE');
    const refused = await service.send('POST /integrations', { json: body, headers });
    expect(refused).toMatchObject({ status: 422, json: { code: 'VALIDATION_FAILED' } });
    service.platform.answer('missing privilege', undefined);
    const again = await service.send('POST /integrations', { json: body, headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    await service.portcullis.integrations.whenIdle(1);
  });

  it('belongs to one caller, and also works for webhooks and for types without a set-up', async () => {
    await using service = await startRealService();
    const webhook = {
      url: 'http://127.0.0.1:9009/',
      name: 'w',
      global: false,
      notificationType: ['modelAccessApproved'],
    };
    const json = { webhooks: [{ ...webhook, actionType: 'receive', secret: 'a-signing-secret' }] };
    const headers = { 'idempotency-key': 'same' };
    const first = await service.send('POST /webhooks', { json, headers });
    const again = await service.send('POST /webhooks', { json, headers });
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.text).toEqual(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const user = { authorization: service.keys.user };
    expect((await service.send('POST /webhooks', { json, headers, ...user })).text).not.toBe(first.text);
    expect(await service.send('GET /webhooks')).toMatchObject({ json: { length: 2 } });
    const remote = await service.send('POST /integrations', { json: { type: 'Remote' }, headers });
    expect((await service.send('POST /integrations', { json: { type: 'Remote' }, headers })).text).toBe(remote.text);
    expect(await service.send('GET /integrations')).toMatchObject({ json: { length: 1 } });
  });

  it('that is malformed is a 400', async () => {
    await using service = await startRealService();
    const headers = { 'idempotency-key': '""' };
    expect(await service.send('POST /integrations', { json: body, headers })).toMatchObject({
      status: 400,
      json: { code: 'PARAMETER_INVALID', details: [{ path: 'Idempotency-Key' }] },
    });
  });
});
