import { SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { startRealService } from './support/real-service.ts';

const { authenticationType, username, password } = SIMULATED_CONFIG;

describe('the rotation of a secret over HTTP', () => {
  it('is planned, runs, and appears in the list of operations', async () => {
    await using service = await startRealService();
    const id = await service.create();
    const path = `/integrations/${id}/rotate-secret`;
    const json = { authenticationType, username, password };
    const dry = await service.send(`POST ${path}?dryRun=true`, { json });
    expect(dry).toMatchObject({ status: 200, json: { plan: { operation: 'rotate' } } });
    expect(await service.send(`POST ${path}`)).toMatchObject({ status: 400, json: { code: 'CREDENTIALS_MISSING' } });
    const stale = await service.send(`POST ${path}`, { json, headers: { 'if-match': '"999"' } });
    expect(stale.status).toBe(412);
    const rotated = await service.send(`POST ${path}`, { json });
    expect(rotated).toMatchObject({ status: 200, json: { id: String(id), status: 'editing' } });
    await service.portcullis.integrations.whenIdle(id);
    expect(await service.send(`GET /integrations/${id}/operations`)).toMatchObject({
      json: [{ kind: 'create' }, { kind: 'rotate', status: 'succeeded' }],
    });
    expect(await service.send(`POST /integrations/${id}/validate`)).toMatchObject({ json: { status: 'passed' } });
  });

  it('is rejected for a type without such a secret', async () => {
    await using service = await startRealService();
    await service.send('POST /integrations', { json: { type: 'Remote' } });
    expect(await service.send('POST /integrations/1/rotate-secret')).toMatchObject({
      status: 400,
      json: { code: 'ROTATION_NOT_AVAILABLE' },
    });
  });
});
