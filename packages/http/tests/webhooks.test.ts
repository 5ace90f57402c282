import { createReceiver } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { startRealService } from './support/real-service.ts';

const webhook = { name: 'audit', global: true, notificationType: ['modelCreated'], actionType: null };
const metadata = { modelId: 1, modelType: 'project', projectName: 'Census', actionBy: 2, actionByName: 'Uwe' };

describe('webhooks over HTTP', () => {
  it('are created, deliver, list their history, send again and are deleted', async () => {
    await using receiver = await createReceiver();
    await using service = await startRealService();
    const url = `${receiver.url}/hook`;
    const created = await service.send('POST /webhooks', {
      json: { webhooks: [{ ...webhook, url, secret: 'shared-secret' }, {}] },
    });
    expect(created).toMatchObject({ status: 201, json: { createdWebhooks: [{ id: 1, url }], errors: [{ index: 1 }] } });
    expect(created.text).not.toContain('shared-secret');
    expect((await service.send('GET /webhooks')).json).toMatchObject([{ id: 1, name: 'audit' }]);
    expect((await service.send('GET /webhooks/1')).json).toMatchObject({ id: 1, delivery: { state: 'active' } });

    await service.portcullis.notifications.notify({ kind: 'modelCreated', metadata });
    await receiver.received(1);
    await expect
      .poll(async () => (await service.send('GET /webhooks/history?includeGlobal=true&successOrFailure=success')).json)
      .toMatchObject({ count: '1', records: [{ webhooksId: 1, statusCode: 200, notificationType: 'modelCreated' }] });

    const again = await service.send('POST /webhooks/history/retry/1');
    expect(again, again.text).toMatchObject({ status: 200, json: { statusCode: 200 } });
    expect(receiver.requests).toHaveLength(2);

    expect(await service.send('DELETE /webhooks/1')).toMatchObject({ status: 200, json: { id: 1, url } });
    expect(await service.send('GET /webhooks/1')).toMatchObject({ status: 404, json: { code: 'WEBHOOK_NOT_FOUND' } });
  });

  it('that are invalid are a 400 that contains every error', async () => {
    await using service = await startRealService();
    const webhooks = [{ ...webhook, url: 'http://10.0.0.1/' }, { ...webhook, notificationType: ['unheard'] }, 7];
    const response = await service.send('POST /webhooks', { json: { webhooks } });
    expect(response).toMatchObject({
      status: 400,
      json: {
        statusCode: 400,
        error: 'Bad request',
        createdWebhooks: [],
        errors: [{ index: 0 }, { index: 1 }, { index: 2 }],
      },
    });
    expect(await service.send('POST /webhooks', { json: { webhooks: [] } })).toMatchObject({
      status: 400,
      json: { code: 'BODY_INVALID' },
    });
  });

  it('of other users are hidden from callers without APPLICATION_ADMIN', async () => {
    await using receiver = await createReceiver();
    await using service = await startRealService();
    const authorization = service.keys.user;
    await service.send('POST /webhooks', { json: { webhooks: [{ ...webhook, url: receiver.url }] } });
    const refused = await service.send('POST /webhooks', {
      json: { webhooks: [{ ...webhook, url: receiver.url }] },
      authorization,
    });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ code: 'PERMISSION_MISSING' }] } });
    expect((await service.send('GET /webhooks', { authorization })).json).toEqual([]);
    expect((await service.send('GET /webhooks/1', { authorization })).status).toBe(404);
    expect((await service.send('GET /webhooks/history', { authorization })).json).toEqual({ count: '0', records: [] });
    expect((await service.send('GET /webhooks/actions', { authorization })).json).toContain('ALL_NOTIFICATIONS');
  });

  it.each([
    'offset=-1',
    'pageSize=0',
    'pageSize=1001',
    'sortField=url',
    'sortOrder=up',
    'includeUser=1',
    'notificationType=x',
  ])('history is rejected with the query %s', async (query) => {
    await using service = await startRealService();
    expect((await service.send(`GET /webhooks/history?${query}`)).status).toBe(400);
  });
});

describe('administration over HTTP', () => {
  it('creates, lists and revokes keys', async () => {
    await using service = await startRealService();
    const made = await service.send('POST /api-keys', { json: { name: 'ci' } });
    expect(made.status).toBe(201);
    const { id, key } = made.json as { readonly id: number; readonly key: string };
    expect((await service.send('GET /settings', { authorization: key })).status).toBe(200);
    expect((await service.send('GET /api-keys')).text).not.toContain(key);
    expect((await service.send(`DELETE /api-keys/${id}`)).json).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await service.send('GET /settings', { authorization: key })).status).toBe(401);
    const others = { name: 'more', permissions: ['APPLICATION_ADMIN'] };
    expect((await service.send('POST /api-keys', { json: others, authorization: service.keys.user })).status).toBe(403);
  });

  it('changes settings, and rejects unknown ones', async () => {
    await using service = await startRealService();
    const changed = await service.send('PATCH /settings', { json: { webhookDeadlineMs: 5000 } });
    expect(changed.json).toMatchObject({ webhookDeadlineMs: 5000, webhookAutomaticRetry: true });
    expect(await service.send('PATCH /settings', { json: { unheard: 1 } })).toMatchObject({
      status: 400,
      json: { details: [{ path: 'unheard' }] },
    });
  });

  it('reports that the service is closing', async () => {
    await using service = await startRealService();
    expect(await service.send('GET /healthz', { authorization: null })).toMatchObject({ json: { status: 'ok' } });
    await service.portcullis.close();
    expect(await service.send('GET /healthz', { authorization: null })).toMatchObject({
      status: 503,
      json: { status: 'closing' },
    });
    expect(await service.send('GET /integrations')).toMatchObject({ status: 503, json: { code: 'INSTANCE_CLOSED' } });
  });
});
