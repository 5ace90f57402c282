import { SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { startRealService } from './support/real-service.ts';

const body = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };
const credentials = {
  authenticationType: 'userPassword',
  username: SIMULATED_CONFIG.username,
  password: SIMULATED_CONFIG.password,
};

describe('an integration over HTTP', () => {
  it('is planned, created from YAML, read, changed and deleted', async () => {
    await using service = await startRealService();
    const plan = await service.send('POST /integrations?dryRun=true', { json: body });
    expect(plan).toMatchObject({ status: 200, json: { validationResults: { status: 'passed' } } });
    const { hash } = (plan.json as { readonly plan: { readonly hash: string } }).plan;
    expect(service.platform.objects).toEqual([]);
    expect((await service.send('GET /integrations')).json).toEqual([]);

    const config = Object.entries(SIMULATED_CONFIG).map(([name, value]) => `  ${name}: ${value}\n`);
    const created = await service.send('POST /integrations', {
      body: `type: Simulated\nautoBootstrap: true\nconfig:\n${config.join('')}`,
      headers: { 'content-type': 'application/yaml', 'if-plan': hash },
    });
    expect(created).toMatchObject({ status: 201, json: { id: '1', status: 'creating' } });
    expect(created.headers.get('location')).toBe('/integrations/1');
    await service.portcullis.integrations.whenIdle(1);
    expect((await service.send('GET /integrations/1/status')).json).toEqual({ id: 1, status: 'enabled' });

    const shown = await service.send('GET /integrations/1');
    expect(shown.json).toMatchObject({ config: { host: 'db.example.com', password: '[REDACTED]' } });
    const operations = await service.send('GET /integrations/1/operations');
    expect(operations.json).toMatchObject([{ kind: 'create', status: 'succeeded', planHash: hash }]);

    const change = { ...body, config: { ...SIMULATED_CONFIG, retentionDays: 60 } };
    const stale = await service.send('PUT /integrations/1', { json: change, headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, json: { code: 'VERSION_MISMATCH' } });
    const current = shown.headers.get('etag') ?? '';
    const changed = await service.send('PUT /integrations/1', { json: change, headers: { 'if-match': current } });
    expect(changed).toMatchObject({ status: 200, json: { status: 'editing' } });
    await service.portcullis.integrations.whenIdle(1);
    expect((await service.send('GET /integrations/1')).json).toMatchObject({ config: { retentionDays: 60 } });

    const withoutCredentials = await service.send('DELETE /integrations/1', { json: {} });
    expect(withoutCredentials).toMatchObject({ status: 400, json: { code: 'CREDENTIALS_MISSING' } });
    const removal = await service.send('DELETE /integrations/1?dryRun=true', { json: credentials });
    expect(removal).toMatchObject({ status: 200, json: { plan: { operation: 'delete' } } });
    expect(await service.send('GET /integrations/1/status')).toMatchObject({ json: { status: 'enabled' } });
    const deleted = await service.send('DELETE /integrations/1', { json: credentials });
    expect(deleted).toMatchObject({ status: 200, json: { id: '1', status: 'deleting' } });
    await service.portcullis.integrations.whenIdle(1);
    expect((await service.send('GET /integrations/1/status')).json).toEqual({ id: 1, status: 'deleted' });
    expect(service.platform.objects).toEqual([]);
  });

  it('is migrated to the installed version of its plugin, after a preview of the changes', async () => {
    await using service = await startRealService();
    const id = await service.create();
    const planned = await service.send(`POST /integrations/${id}/migrate?dryRun=true`);
    expect(planned).toMatchObject({ status: 200, json: { plan: { operation: 'migrate', steps: [] }, editNeeded: [] } });
    const migrated = await service.send(`POST /integrations/${id}/migrate`, { headers: { 'if-match': '"2"' } });
    expect(migrated).toMatchObject({ status: 200, json: { id: '1', status: 'enabled', from: '1.0.0', to: '1.0.0' } });
    const stale = await service.send(`POST /integrations/${id}/migrate`, { headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, json: { code: 'VERSION_MISMATCH' } });
    expect(await service.send('POST /integrations/7/migrate')).toMatchObject({ status: 404 });
  });

  it('is checked for drift, as its service account and with privileged credentials', async () => {
    await using service = await startRealService();
    const id = await service.create();
    expect((await service.send(`GET /integrations/${id}/drift`)).json).toMatchObject({ status: 'clean', findings: [] });
    service.platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    const last = await service.send(`GET /integrations/${id}/drift?last=true`);
    expect(last).toMatchObject({ status: 200, json: { status: 'clean' } });
    const seen = await service.send(`POST /integrations/${id}/drift`, { json: credentials });
    expect(seen).toMatchObject({ status: 200, json: { status: 'drifted', observedAs: 'setup' } });
  });

  it('is adopted if it has the marks of the named instance, and rejected otherwise', async () => {
    await using first = await startRealService();
    await first.create();
    const { instanceId } = first.portcullis;
    expect(await first.send('POST /integrations?adopt=true&dryRun=true', { json: body })).toMatchObject({
      status: 409,
    });
    await using empty = await startRealService();
    const dry = await empty.send(`POST /integrations?adopt=true&dryRun=true&instanceId=${instanceId}`, { json: body });
    expect(dry).toMatchObject({ status: 200, json: { adoption: { instanceId, adopted: [] } } });
    const refused = await empty.send('POST /integrations?adopt=true', { json: body });
    expect(refused).toMatchObject({ status: 409, json: { code: 'ADOPTION_REFUSED' } });
    expect((await empty.send('POST /integrations?adopt=true&instanceId=x', { json: body })).status).toBe(400);
  });

  it('is a 404 after DELETE, while its status still reports the outcome', async () => {
    await using service = await startRealService();
    await service.send('POST /integrations', { json: { type: 'Remote' } });
    await service.portcullis.integrations.whenIdle(1);
    const deleted = await service.send('DELETE /integrations/1', { json: {} });
    expect(deleted).toMatchObject({ status: 200, json: { id: '1', status: 'deleting' } });
    await service.portcullis.integrations.whenIdle(1);
    expect(await service.send('GET /integrations/1')).toMatchObject({ json: { code: 'INTEGRATION_NOT_FOUND' } });
    expect(await service.send('DELETE /integrations/1')).toMatchObject({ status: 404 });
    expect((await service.send('GET /integrations/1/status')).json).toEqual({ id: 1, status: 'deleted' });
  });

  it('is rejected on a target that already has one', async () => {
    await using service = await startRealService();
    const id = await service.create();
    const again = await service.send('POST /integrations', { json: body });
    expect(again).toMatchObject({ status: 409, json: { error: 'Conflict', code: 'TARGET_TAKEN' } });
    expect(again.text).toContain(`${id}`);
  });

  it('is rejected with the results if a validation test fails', async () => {
    await using service = await startRealService();
    service.platform.refuseConnections();
    const response = await service.send('POST /integrations', { json: body });
    expect(response).toMatchObject({
      status: 422,
      json: { error: 'Unprocessable entity', code: 'VALIDATION_FAILED', validationResults: { status: 'failed' } },
    });
    expect((await service.send('GET /integrations')).json).toEqual([]);
  });

  it('is disabled without credentials, and the response contains the script for the rest', async () => {
    await using service = await startRealService();
    const id = await service.create();
    const response = await service.send(`DELETE /integrations/${id}?forceDisable=true`);
    expect(response).toMatchObject({
      status: 200,
      json: { status: 'deleting', script: { script: expect.any(String) } },
    });
  });

  it.each([
    ['an unknown field', { ...body, extra: 1 }, 'BODY_INVALID', 'extra'],
    [
      'an unknown field of the config',
      { ...body, config: { ...SIMULATED_CONFIG, extra: 1 } },
      'BODY_INVALID',
      'config.extra',
    ],
    ['a wrong type', { ...body, config: { ...SIMULATED_CONFIG, port: 'x' } }, 'BODY_INVALID', 'config.port'],
    ['a list', [body], 'BODY_INVALID', ''],
    ['null', null, 'BODY_INVALID', ''],
    ['an unknown kind of integration', { ...body, type: 'Unheard' }, 'TYPE_UNKNOWN', undefined],
    ['no autoBootstrap', { ...body, autoBootstrap: undefined }, 'BODY_INVALID', 'autoBootstrap'],
    ['autoBootstrap as a text', { ...body, autoBootstrap: 'true' }, 'BODY_INVALID', 'autoBootstrap'],
  ])('is rejected with %s', async (_name, json, code, path) => {
    await using service = await startRealService();
    const response = await service.send('POST /integrations', { json });
    expect(response).toMatchObject({ status: 400, json: { statusCode: 400, code } });
    if (path !== undefined) expect(response.json).toMatchObject({ details: [{ path }] });
    expect(service.platform.openedSessions).toBe(0);
  });

  it('is forbidden for callers without APPLICATION_ADMIN', async () => {
    await using service = await startRealService();
    const response = await service.send('POST /integrations', { json: body, authorization: service.keys.user });
    expect(response).toMatchObject({ status: 403, json: { code: 'PERMISSION_MISSING' } });
  });
});

describe('the scripts over HTTP', () => {
  const manual = { ...body, autoBootstrap: false };

  it.each(['initial-create', 'create', 'cleanup'])(
    'the %s script is returned as JSON and as plain text',
    async (kind) => {
      await using service = await startRealService();
      const target = `POST /integrations/scripts/${kind}`;
      const asJson = await service.send(target, { json: manual });
      expect(asJson, asJson.text).toMatchObject({ status: 200, json: { language: expect.any(String) } });
      const asText = await service.send(target, { json: manual, headers: { accept: 'application/sql' } });
      expect(asText.text).toBe((asJson.json as { readonly script: string }).script);
    },
  );

  it('are made for the requested operation, for types that have scripts', async () => {
    await using service = await startRealService();
    const automatic = await service.send('POST /integrations/scripts/create', { json: body });
    expect(automatic).toMatchObject({ status: 400, json: { code: 'AUTO_BOOTSTRAP_INVALID' } });
    const remote = await service.send('POST /integrations/scripts/create', { json: { type: 'Remote' } });
    expect(remote).toMatchObject({ status: 400, json: { code: 'SCRIPT_NOT_AVAILABLE' } });
  });

  it('of an integration require an existing one: the edit script starts from the integration in the path', async () => {
    await using service = await startRealService();
    const id = await service.create();
    expect((await service.send(`POST /integrations/${id}/scripts/delete`)).status).toBe(200);
    expect((await service.send('POST /integrations/99/scripts/delete')).status).toBe(404);
    const edit = await service.send('POST /integrations/99/scripts/edit', { json: manual });
    expect(edit).toMatchObject({ status: 404, json: { code: 'INTEGRATION_NOT_FOUND' } });
  });
});

describe('a platform that is configured on its own side', () => {
  it('receives a key, files and a new key over HTTP', async () => {
    await using service = await startRealService();
    const created = await service.send('POST /integrations', { json: { type: 'Remote' } });
    expect(created).toMatchObject({ status: 201, json: { status: 'creating' } });
    expect(created.text).not.toContain('rem_');
    await service.portcullis.integrations.whenIdle(1);

    const setup = await service.send('GET /integrations/1/client-setup?version=old');
    expect(setup.headers.get('cache-control')).toBe('no-store');
    const { key, files } = setup.json as {
      readonly key: string;
      readonly files: readonly { readonly content: string }[];
    };
    expect(files[0]?.content).toBe(`address=http://127.0.0.1\nkey=${key}\nversion=old\n`);

    expect(await service.send('POST /integrations/1/regenerate')).toMatchObject({ status: 200, json: { id: 1 } });
    const renewed = await service.send('GET /integrations/1/client-setup');
    expect(renewed.json).toMatchObject({ previousKeyValidUntil: expect.any(String) });
    expect((renewed.json as { readonly key: string }).key).not.toBe(key);
  });
});
