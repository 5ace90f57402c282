import { clientConfiguredPlugin, type SimulatedPlatform } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse, OperationResponse } from '../../index.ts';

/** A platform that was set up by an instance whose store is lost, and another instance that knows nothing of it. */
async function withLostStore(body: object = bodyOf()) {
  const lost = await createTestInstance();
  await createAndWait(lost, body);
  const { platform, plugin } = lost;
  await lost.portcullis.close();
  const next = await createTestInstance({ platform, plugin });
  const options = { adopt: true, instanceId: lost.portcullis.instanceId };
  return { ...next, next, options, existing: shapeOf(platform) };
}

/** Returns the objects on the platform, without the secret that cannot be adopted. */
function shapeOf({ objects }: SimulatedPlatform): readonly unknown[] {
  return objects.map(({ secrets: _secrets, ...object }) => object).toSorted((a, b) => a.id - b.id);
}

async function lastOperation({ portcullis }: TestInstance, id: number) {
  return (await portcullis.integrations.operations(ADMIN, id)).at(-1);
}

/** Deletes what is left of an adoption that failed, and adopts again. */
async function repeat({ portcullis }: TestInstance, platform: SimulatedPlatform, options: object): Promise<void> {
  const { integrations } = portcullis;
  const existing = shapeOf(platform);
  expect(await refusalOf(integrations.create(ADMIN, bodyOf(), options))).toMatchObject({
    code: 'TARGET_CREATION_FAILED',
    message: expect.stringMatching(/Use DELETE \/integrations\/1, then POST again/),
  });
  await integrations.remove(ADMIN, 1, CREDENTIALS);
  expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'deleted' });
  expect(shapeOf(platform)).toEqual(existing);
  await integrations.create(ADMIN, bodyOf(), options);
  expect(await integrations.whenIdle(2)).toEqual({ id: 2, status: 'enabled' });
  expect(shapeOf(platform)).toEqual(existing);
  expect(await integrations.validate(ADMIN, 2)).toMatchObject({ status: 'passed' });
}

describe('an adoption', () => {
  it('changes only the lost secret on the platform, and then owns all objects', async () => {
    const { portcullis, platform, options, existing } = await withLostStore();
    const { integrations } = portcullis;
    const dry = (await integrations.create(ADMIN, bodyOf(), { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.adoption).toMatchObject({ missing: [], foreign: [], unknown: [], otherInstances: [] });
    expect(dry.plan.steps).toMatchObject([{ action: 'alter', object: { key: 'service-account' } }]);
    await integrations.create(ADMIN, bodyOf(), { ...options, ifPlan: dry.plan.hash });
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
    expect(shapeOf(platform)).toEqual(existing);
    expect(await integrations.drift(ADMIN, 1)).toMatchObject({ status: 'clean' });
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'deleted' });
    expect(platform.objects).toEqual([]);
  });

  it('whose new secret the platform rejects adopts nothing, names the required privilege, and can be repeated', async () => {
    const { next, platform, options, existing } = await withLostStore();
    const { integrations } = next.portcullis;
    platform.inject({ at: /^ALTER USER/, effect: { fail: 'missing-grant' } });
    await integrations.create(ADMIN, bodyOf(), options);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'createError' });
    expect(shapeOf(platform)).toEqual(existing);
    expect(await lastOperation(next, 1)).toMatchObject({
      status: 'failed',
      error: {
        class: 'missing-grant',
        object: { key: 'service-account' },
        missing: [{ privilege: 'ALTER USER', on: 'server' }],
        message: expect.stringMatching(/^Nothing was adopted: a new secret .* adopt again\.$/),
      },
      journal: [{ action: 'alter', status: 'failed' }],
    });
    expect(await next.store.count('managedObjects', {})).toBe(0);
    expect(await next.store.count('secrets', { status: 'pending' })).toBe(0);
    await repeat(next, platform, options);
  });

  it.each(['applied', 'not-applied'] as const)(
    'whose new secret is set without a response (%s) adopts nothing, and can be repeated',
    async (loseReply) => {
      const { next, platform, options, existing } = await withLostStore();
      platform.inject({ at: /^ALTER USER/, effect: { loseReply } });
      await next.portcullis.integrations.create(ADMIN, bodyOf(), options);
      expect(await next.portcullis.integrations.whenIdle(1)).toEqual({ id: 1, status: 'createError' });
      expect(shapeOf(platform)).toEqual(existing);
      expect(await lastOperation(next, 1)).toMatchObject({ journal: [{ action: 'alter', status: 'unknown' }] });
      expect(await next.store.count('managedObjects', {})).toBe(0);
      await repeat(next, platform, options);
    },
  );

  it('whose service account cannot sign in adopts nothing, and can be repeated', async () => {
    const { next, platform, options, existing } = await withLostStore();
    const { integrations } = next.portcullis;
    const accept = platform.refuseConnections({
      actor: 'service',
      with: 'credentials',
      message: 'Not with "hunter2".',
    });
    await integrations.create(ADMIN, bodyOf(), options);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'createError' });
    accept();
    expect(shapeOf(platform)).toEqual(existing);
    expect(await lastOperation(next, 1)).toMatchObject({
      status: 'failed',
      error: {
        class: 'credentials',
        message: expect.stringMatching(/could not sign in with its new secret\. .*Delete integration 1/),
      },
    });
    expect(await next.store.count('managedObjects', {})).toBe(0);
    await repeat(next, platform, options);
  });

  it.each(['before', 'after'] as const)(
    'whose process dies %s its statement adopts nothing, and can be repeated',
    async (when) => {
      const { portcullis, platform, plugin, store, clock, options, existing } = await withLostStore();
      const dead = platform.killAt(1, when);
      await portcullis.integrations.create(ADMIN, bodyOf(), options);
      await dead;
      const heir = await createTestInstance({ platform, plugin, store, clock });
      expect(await heir.portcullis.integrations.status(ADMIN, 1)).toEqual({ id: 1, status: 'createError' });
      expect(shapeOf(platform)).toEqual(existing);
      await repeat(heir, platform, options);
    },
  );

  it('is rejected while an object is missing or foreign, and leaves no record', async () => {
    const { portcullis, platform, options } = await withLostStore();
    const { integrations } = portcullis;
    platform.lose({ kind: 'role', name: 'portcullis_readers' });
    platform.tamper({ kind: 'user', name: 'gov_service' }, { mark: null });
    const before = platform.snapshot();
    const dry = (await integrations.create(ADMIN, bodyOf(), { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.adoption).toMatchObject({
      missing: [{ key: 'readers', kind: 'role', name: 'portcullis_readers' }],
      foreign: [{ key: 'service-account', kind: 'user', name: 'gov_service' }],
    });
    expect(await refusalOf(integrations.create(ADMIN, bodyOf(), options))).toMatchObject({
      code: 'ADOPTION_REFUSED',
      statusCode: 409,
      message: expect.stringMatching(
        /Missing: role portcullis_readers\. Not made by that instance: user gov_service\./,
      ),
      extras: { details: { adoption: dry.adoption } },
    });
    expect(platform.snapshot()).toEqual(before);
    expect(await integrations.list(ADMIN)).toEqual([]);
    expect(platform.openSessions).toBe(0);
  });

  it('names the instances with found marks if the request names none or another one', async () => {
    const { portcullis, options } = await withLostStore();
    for (const instanceId of [undefined, '0123456789abcdef']) {
      const named = instanceId === undefined ? {} : { instanceId };
      expect(await refusalOf(portcullis.integrations.create(ADMIN, bodyOf(), { adopt: true, ...named }))).toMatchObject(
        {
          code: 'ADOPTION_REFUSED',
          message: expect.stringContaining(`Marks of other instances were found: ${options.instanceId}.`),
        },
      );
    }
    const wrong = portcullis.integrations.create(ADMIN, bodyOf(), { adopt: true, instanceId: 'mine' });
    expect(await refusalOf(wrong)).toMatchObject({
      code: 'BODY_INVALID',
      extras: { details: [{ path: 'instanceId' }] },
    });
  });

  it('is rejected for a type without objects on a platform', async () => {
    const { portcullis } = await createTestInstance({ plugin: clientConfiguredPlugin() });
    expect(await refusalOf(portcullis.integrations.create(ADMIN, { type: 'Remote' }, { adopt: true }))).toMatchObject({
      code: 'ADOPTION_REFUSED',
    });
  });
});

describe('the leftovers of a force-disabled integration', () => {
  async function withLeftover() {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    await createAndWait(instance);
    await integrations.remove(ADMIN, 1, undefined, { forceDisable: true });
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'disabled' });
    return { ...instance, instance, integrations, existing: shapeOf(instance.platform) };
  }

  it('are named by a POST on the target, which never adopts them by itself', async () => {
    const { integrations, platform, existing } = await withLeftover();
    const refusal = await refusalOf(integrations.create(ADMIN, bodyOf()));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(JSON.stringify(refusal.extras.validationResults)).toContain(
      'A database named gov exists from an earlier set-up of this target.',
    );
    expect(shapeOf(platform)).toEqual(existing);
  });

  it('are adopted on demand, and removed only with their new owner', async () => {
    const { integrations, platform, store, existing } = await withLeftover();
    const { id } = (await integrations.create(ADMIN, bodyOf(), { adopt: true })) as OperationResponse;
    expect(await integrations.whenIdle(Number(id))).toEqual({ id: 2, status: 'enabled' });
    expect(shapeOf(platform)).toEqual(existing);
    expect(await store.count('managedObjects', { integrationId: 1 })).toBe(0);
    expect(await integrations.drift(ADMIN, 2)).toMatchObject({ status: 'clean' });
    await integrations.remove(ADMIN, 2, CREDENTIALS);
    expect(await integrations.whenIdle(2)).toEqual({ id: 2, status: 'deleted' });
    expect(platform.objects).toEqual([]);
  });

  it('keep their owner if the adoption fails', async () => {
    const { integrations, instance, platform, store, existing } = await withLeftover();
    const before = await store.count('managedObjects', { integrationId: 1 });
    platform.inject({ at: /^ALTER USER/, effect: { fail: 'missing-grant' } });
    await integrations.create(ADMIN, bodyOf(), { adopt: true });
    expect(await integrations.whenIdle(2)).toEqual({ id: 2, status: 'createError' });
    expect(shapeOf(platform)).toEqual(existing);
    expect(await store.count('managedObjects', { integrationId: 1 })).toBe(before);
    expect(await lastOperation(instance, 2)).toMatchObject({ status: 'failed' });
  });
});
