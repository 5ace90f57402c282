import { createReceiver } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartHost } from '../../src/host.ts';
import type { Received } from './send.ts';
import { ADA, INTEGRATION, startTestHost, type TestHost } from './start-test-host.ts';

const WEBHOOK = { name: 'audit', global: true, notificationType: ['tagCreated'], actionType: 'triggered' };

/** Describes the behaviour that every host in this folder has. */
export function describeHost(name: string, start: StartHost): void {
  describe(name, () => {
    let host: TestHost;
    let created: Received;

    beforeAll(async () => {
      host = await startTestHost(start);
      created = await host.send('POST /governance/integrations', { json: INTEGRATION });
      await host.portcullis.integrations.whenIdle(1);
    });
    afterAll(() => host[Symbol.asyncDispose]());

    it('returns 401 without a session', async () => {
      const response = await host.send('GET /governance/integrations', { headers: { cookie: 'session=other' } });
      expect(response).toMatchObject({ status: 401, json: { code: 'API_KEY_MISSING' } });
    });

    it('returns 401 for a change that a page of another site sends with the cookie', async () => {
      const headers = { 'sec-fetch-site': 'cross-site' };
      const response = await host.send('POST /governance/api-keys', { json: { name: 'stolen' }, headers });
      expect(response.status).toBe(401);
    });

    it('acts for the user of the session', async () => {
      const response = await host.send('POST /governance/api-keys', { json: { name: 'my key' } });
      expect(response).toMatchObject({ status: 201, json: { name: 'my key', principalId: 1, principalName: 'Ada' } });
    });

    it('answers unknown paths below its own, and leaves other paths to the host', async () => {
      const unknown = await host.send('GET /governance/unknown');
      expect(unknown).toMatchObject({ status: 404, json: { code: 'ROUTE_NOT_FOUND' } });
      const echo = await host.send('POST /echo', { json: { a: 1 } });
      expect(echo.json).toEqual({ a: 1 });
    });

    it('names the path of the mount in Location', () => {
      expect(created).toMatchObject({ status: 201, headers: { location: '/governance/integrations/1' } });
    });

    it('reads YAML, which the host does not parse', async () => {
      const headers = { 'content-type': 'application/yaml' };
      const response = await host.send('POST /governance/integrations', { json: 'type: Unknown\n', headers });
      expect(response).toMatchObject({ status: 400, json: { details: { types: ['Simulated'] } } });
    });

    it('returns 413 for a body above the limit', async () => {
      const response = await host.send('POST /governance/api-keys', { json: { name: 'x'.repeat(1_048_576) } });
      expect(response).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } });
    });

    it('does not treat an encoded slash as the end of a segment', async () => {
      const response = await host.send('GET /governance/integrations/1%2Fstatus');
      expect(response).toMatchObject({ status: 400, json: { code: 'PARAMETER_INVALID', details: [{ path: 'id' }] } });
    });

    it('responds to HEAD with the headers of GET', async () => {
      const response = await host.send('HEAD /governance/healthz');
      expect(response).toMatchObject({ status: 200, text: '' });
      expect(response.headers['content-type']).toMatch(/^application\/json/);
    });

    it('streams each event as it happens, until the client leaves', async () => {
      const events = await host.follow();
      expect(await events.next()).toMatchObject({ event: 'snapshot', data: { status: 'enabled' } });
      const json = { ...INTEGRATION, config: { ...INTEGRATION.config, retentionDays: 60 } };
      const change = await host.send('PUT /governance/integrations/1', { json });
      expect(change.status).toBe(200);
      expect(await events.next()).toMatchObject({ data: { operation: 'edit' } });
      events.leave();
      await host.sourceLeft;
    });
  });

  it(`${name} ends streams and finishes the running delivery when it closes`, async () => {
    const responses: (() => void)[] = [];
    await using receiver = await createReceiver((_request, response) => responses.push(() => response.end()));
    await using host = await startTestHost(start);
    await host.send('POST /governance/integrations', { json: INTEGRATION });
    await host.portcullis.integrations.whenIdle(1);
    await host.send('POST /governance/webhooks', { json: { webhooks: [{ ...WEBHOOK, url: `${receiver.url}/` }] } });
    const events = await host.follow();
    await events.next();
    await host.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII', actionBy: 1 } });
    await receiver.received(1);

    const closed = host.close();
    expect(await events.next()).toBeUndefined();
    responses[0]?.();
    await closed;

    const next = await host.reopen();
    const history = await next.webhooks.history({ principal: ADA }, { includeGlobal: 'true' });
    await next.close();
    expect(history.records).toMatchObject([{ statusCode: 200 }]);
    expect(receiver.requests).toHaveLength(1);
  });
}
