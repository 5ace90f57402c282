import { clientConfiguredPlugin, createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { dumpStore } from '../../../tests/support/dump-store.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse } from '../../index.ts';

const HOUR = 3_600_000;
const BASE = { baseUrl: 'https://host.example.com/portcullis' };

async function setUp(options: { overlapMs?: number } = {}) {
  const platform = createSimulatedPlatform();
  const plugins = [clientConfiguredPlugin(options), simulatedPlugin(platform)];
  const instance = await createTestInstance({ platform, plugins });
  return { instance, integrations: instance.portcullis.integrations };
}

describe('a type that is configured on its own side', () => {
  it('returns creating and is enabled immediately, without validation', async () => {
    const { integrations } = await setUp();
    expect(await integrations.create(ADMIN, { type: 'Remote' })).toEqual({
      id: '1',
      status: 'creating',
      validationResults: { status: 'passed', validationTests: [] },
    });
    expect(await integrations.status(ADMIN, 1)).toEqual({ id: 1, status: 'enabled' });
    expect((await integrations.get(ADMIN, 1)).integration).toEqual({
      id: '1',
      type: 'Remote',
      status: 'enabled',
      validationResults: { status: 'passed', validationTests: [] },
    });
  });

  it('may exist several times, and accepts only its type', async () => {
    const { integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    await integrations.create(ADMIN, { type: 'Remote' });
    expect(await integrations.list(ADMIN)).toHaveLength(2);
    const refusal = await refusalOf(integrations.create(ADMIN, { type: 'Remote', autoBootstrap: false, config: {} }));
    expect(refusal).toMatchObject({ code: 'BODY_INVALID', statusCode: 400 });
    expect(refusal.message).toContain('holds only "type"');
  });

  it('is not created by a dry run, and not changed by PUT', async () => {
    const { instance, integrations } = await setUp();
    const before = await dumpStore(instance.store);
    const response = (await integrations.create(ADMIN, { type: 'Remote' }, { dryRun: true })) as DryRunResponse;
    expect(response).toMatchObject({ validationResults: { status: 'passed' }, plan: { steps: [] } });
    expect(await dumpStore(instance.store)).toBe(before);
    const refusal = await refusalOf(integrations.create(ADMIN, { type: 'Remote' }, { ifPlan: 'another' }));
    expect(refusal).toMatchObject({ code: 'PLAN_CHANGED', statusCode: 412 });
    expect(await dumpStore(instance.store)).toBe(before);
    await integrations.create(ADMIN, { type: 'Remote' }, { ifPlan: response.plan.hash });
    expect(await refusalOf(integrations.update(ADMIN, 1, { type: 'Remote' }))).toMatchObject({
      code: 'TYPE_NOT_EDITABLE',
      statusCode: 400,
    });
  });

  it('has no secret to rotate, and the error names the request for a new key', async () => {
    const { integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    const refusal = await refusalOf(integrations.rotateSecret(ADMIN, 1, undefined));
    expect(refusal).toMatchObject({ code: 'ROTATION_NOT_AVAILABLE', statusCode: 400 });
    expect(refusal.message).toContain('POST /integrations/1/regenerate');
  });

  it('shows its key and files to administrators, by version', async () => {
    const { instance, integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    const setup = await integrations.clientSetup(ADMIN, 1, { ...BASE, version: 'old' });
    expect(setup.key).toMatch(/^rem_[0-9A-Za-z]{49}$/);
    expect(setup.files[0]?.content).toBe(`address=${BASE.baseUrl}\nkey=${setup.key}\nversion=old\n`);
    expect(setup).not.toHaveProperty('previousKeyValidUntil');
    expect(await dumpStore(instance.store)).not.toContain(setup.key);
    const refusal = await refusalOf(integrations.clientSetup(ADMIN, 1, { ...BASE, version: '7' }));
    expect(refusal).toMatchObject({ code: 'PARAMETER_INVALID', statusCode: 400 });
    expect(refusal.message).toBe('The request is not valid. version: This must be one of: new, old.');
    const nonAdmin = { principal: { ...ADMIN.principal, permissions: [] } };
    expect(await refusalOf(integrations.clientSetup(nonAdmin, 1, BASE))).toMatchObject({ statusCode: 403 });
    expect(await refusalOf(integrations.regenerate(nonAdmin, 1))).toMatchObject({ statusCode: 403 });
  });

  it('recognises only its own key', async () => {
    const { integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    const { key } = await integrations.clientSetup(ADMIN, 1, BASE);
    expect(await integrations.authenticateKey(key)).toEqual({ integrationId: 1 });
    for (const wrong of [
      '',
      'rem_',
      key.slice(0, -1),
      `${key}x`,
      key.replace('rem_', 'pck_'),
      key.toUpperCase(),
      '\0',
    ]) {
      expect(await integrations.authenticateKey(wrong)).toBeUndefined();
    }
  });

  it('counts wrong keys by their first characters and their source, and never rejects a correct one because of them', async () => {
    const { instance, integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    const { key } = await integrations.clientSetup(ADMIN, 1, BASE);
    const source = '192.0.2.7';
    const alike = (each: number) => `${key.slice(0, 10)}${each}`;
    for (const where of [{ source }, {}]) {
      for (let each = 0; each < 30; each += 1) await integrations.authenticateKey(alike(each), where);
      const refusal = await refusalOf(integrations.authenticateKey(alike(30), where));
      expect(refusal).toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfterSeconds: 60 } });
      expect(await integrations.authenticateKey(key, where)).toEqual({ integrationId: 1 });
      expect(await integrations.authenticateKey('rem_other', where)).toBeUndefined();
    }
    expect(await integrations.authenticateKey(alike(31), { source: '192.0.2.8' })).toBeUndefined();
    instance.clock.advance(60_000);
    expect(await integrations.authenticateKey(alike(32), { source })).toBeUndefined();
    for (let each = 0; each < 100; each += 1) await integrations.authenticateKey(key, { source });
  });

  it('accepts the old key for an overlap after regenerate, separately for each old key', async () => {
    const { instance, integrations } = await setUp({ overlapMs: HOUR });
    await integrations.create(ADMIN, { type: 'Remote' });
    const first = (await integrations.clientSetup(ADMIN, 1, BASE)).key;
    expect(await integrations.regenerate(ADMIN, 1)).toEqual({ id: 1, status: 'enabled' });
    const { key: second, previousKeyValidUntil } = await integrations.clientSetup(ADMIN, 1, BASE);
    expect(second).not.toBe(first);
    expect(previousKeyValidUntil).toBe(new Date(instance.clock.now() + HOUR).toISOString());
    instance.clock.advance(HOUR / 2);
    await integrations.regenerate(ADMIN, 1);
    const { key: third } = await integrations.clientSetup(ADMIN, 1, BASE);
    const accepted = () =>
      Promise.all([first, second, third].map(async (key) => (await integrations.authenticateKey(key)) !== undefined));
    expect(await accepted()).toEqual([true, true, true]);
    instance.clock.advance(HOUR / 2);
    expect(await accepted()).toEqual([false, true, true]);
    instance.clock.advance(HOUR / 2);
    expect(await accepted()).toEqual([false, false, true]);
  });

  it.each([{}, { forceDisable: true }])('removes all keys with DELETE (%j), which accepts no body', async (options) => {
    const { instance, integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    const { key } = await integrations.clientSetup(ADMIN, 1, BASE);
    expect(await refusalOf(integrations.remove(ADMIN, 1, { password: 'x' }, options))).toMatchObject({
      code: 'CREDENTIALS_REFUSED',
    });
    await integrations.remove(ADMIN, 1, undefined, options);
    await integrations.whenIdle(1);
    expect(await integrations.authenticateKey(key)).toBeUndefined();
    expect(await instance.store.find('secrets')).toEqual([]);
    expect(await refusalOf(integrations.clientSetup(ADMIN, 1, BASE))).toMatchObject({ statusCode: 404 });
    expect(await refusalOf(integrations.regenerate(ADMIN, 1))).toMatchObject({ statusCode: 404 });
  });

  it('gets no new key while it is deleted, because the key would outlive it', async () => {
    const { instance, integrations } = await setUp();
    await integrations.create(ADMIN, { type: 'Remote' });
    await instance.store.update('integrations', { id: 1 }, { status: 'deleting' });
    const before = await dumpStore(instance.store);
    const refusal = await refusalOf(integrations.regenerate(ADMIN, 1));
    expect(refusal).toMatchObject({ code: 'INTEGRATION_BUSY', statusCode: 409 });
    expect(await dumpStore(instance.store)).toBe(before);
  });

  it('has a client set-up, unlike other types', async () => {
    const { instance, integrations } = await setUp();
    const id = await createAndWait(instance);
    for (const call of [integrations.clientSetup(ADMIN, id, BASE), integrations.regenerate(ADMIN, id)]) {
      expect(await refusalOf(call)).toMatchObject({ code: 'PARAMETER_INVALID', statusCode: 400 });
    }
  });
});
