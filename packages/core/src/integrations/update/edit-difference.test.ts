import { definePlugin, definitionOf } from '@portcullis/plugin-api';
import { createSimulatedPlatform, runScript, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ADMIN,
  bodyOf,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { dumpStore } from '../../../tests/support/dump-store.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse } from '../views/integration-views.ts';

async function dryEdit({ portcullis }: TestInstance, id: number, config: object): Promise<DryRunResponse> {
  return (await portcullis.integrations.update(ADMIN, id, bodyOf(config), { dryRun: true })) as DryRunResponse;
}

async function edit({ portcullis }: TestInstance, id: number, config: object): Promise<void> {
  await portcullis.integrations.update(ADMIN, id, bodyOf(config));
  expect((await portcullis.integrations.whenIdle(id)).status).toBe('enabled');
}

const names = (objects: readonly { readonly name: string }[] | undefined) => objects?.map(({ name }) => name);

describe('the dry run of an edit', () => {
  it('shows added, removed and changed objects, with old and new values', async () => {
    const instance = await createTestInstance();
    const before = { audit: { enabled: true }, impersonation: { enabled: true, role: 'actors' }, volume: { size: 1 } };
    const id = await createAndWait(instance, bodyOf(before));
    const { difference } = await dryEdit(instance, id, {
      impersonation: { enabled: true, role: 'players' },
      volume: { size: 2 },
      retentionDays: 60,
    });
    expect(names(difference?.created)).toEqual([]);
    expect(names(difference?.removed)).toEqual(['audit']);
    const changes = Object.fromEntries(difference?.changed.map((each) => [each.key, each]) ?? []);
    expect(changes).toMatchObject({
      retention: { how: 'altered', values: [{ name: 'days', from: 30, to: 60 }] },
      'impersonation-role': {
        how: 'altered',
        formerName: 'actors',
        name: 'players',
        values: [{ name: 'name', from: 'actors', to: 'players' }],
      },
      volume: { how: 'replaced', values: [{ name: 'size', from: 1, to: 2 }] },
      // Its contents are made again with it.
      folder: { how: 'replaced', values: [] },
      'volume-grant': { how: 'replaced', values: [] },
    });
    expect(difference?.stored).toEqual([
      'config.audit',
      'config.impersonation',
      'config.retentionDays',
      'config.volume',
    ]);
  });

  it('changes nothing on the platform and in the store', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = { snapshot: instance.platform.snapshot(), stored: await dumpStore(instance.store) };
    await dryEdit(instance, id, { volume: { size: 2 } });
    expect(instance.platform.snapshot()).toEqual(before.snapshot);
    expect(await dumpStore(instance.store)).toEqual(before.stored);
  });

  it('includes the script that reverts it', async () => {
    const instance = await createTestInstance();
    const { platform, plugin } = instance;
    const id = await createAndWait(instance, bodyOf({ audit: { enabled: true }, retentionDays: 30 }));
    const before = platform.snapshot();
    const after = { volume: { size: 2 }, impersonation: { enabled: true, role: 'actors' }, retentionDays: 60 };
    const { inverse = '' } = await dryEdit(instance, id, after);
    expect(inverse).toContain('Undoes an edit');
    await edit(instance, id, after);
    expect(platform.snapshot()).not.toEqual(before);
    runScript(platform, { plugin, config: { ...SIMULATED_CONFIG, ...after }, script: inverse });
    expect(platform.snapshot().toSorted()).toEqual(before.toSorted());
  });
});

/** A manual integration, set up by its scripts. */
async function createManual(instance: TestInstance): Promise<number> {
  const { portcullis, platform, plugin } = instance;
  const body = bodyOf({}, { autoBootstrap: false });
  const secrets = { servicePassword: SIMULATED_CONFIG.password };
  for (const kind of ['initial-create', 'create'] as const) {
    const { script } = await portcullis.integrations.script(ADMIN, kind, body);
    runScript(platform, { plugin, config: SIMULATED_CONFIG, script, secrets });
  }
  return createAndWait(instance, body);
}

it('an edit of credentials only has a visible store step and changes no object', async () => {
  const instance = await createTestInstance();
  const id = await createManual(instance);
  const body = bodyOf({ password: 'another-password' }, { autoBootstrap: false });
  const response = await instance.portcullis.integrations.update(ADMIN, id, body, { dryRun: true });
  const { plan, difference } = response as DryRunResponse;
  expect(plan.steps).toMatchObject([{ action: 'store', statement: 'store config.password', destructive: false }]);
  expect(difference).toEqual({ created: [], removed: [], changed: [], stored: ['config.password'] });
});

it('an edit script describes its changes, and how to revert them', async () => {
  const instance = await createTestInstance();
  const { portcullis, platform, plugin } = instance;
  const id = await createManual(instance);
  const before = platform.snapshot();
  const config = { ...SIMULATED_CONFIG, volume: { size: 3 } };
  const response = await portcullis.integrations.script(ADMIN, 'edit', bodyOf(config, { autoBootstrap: false }), id);
  expect(names(response.difference?.created)).toEqual(['gov_volume', 'gov_volume/exports', 'gov_volume to admin']);
  runScript(platform, { plugin, config, script: response.script });
  expect(platform.snapshot()).not.toEqual(before);
  runScript(platform, { plugin, config, script: response.inverse ?? '' });
  expect(platform.snapshot().toSorted()).toEqual(before.toSorted());
});

it('immutable paths are rejected before any connection, and all of them are named', async () => {
  const instance = await createTestInstance();
  const id = await createAndWait(instance);
  const opened = instance.platform.openedSessions;
  for (const options of [{}, { dryRun: true }]) {
    const refusal = await refusalOf(
      instance.portcullis.integrations.update(ADMIN, id, bodyOf({ schema: 'other', database: 'other' }), options),
    );
    expect(refusal).toMatchObject({
      code: 'ATTRIBUTES_NOT_EDITABLE',
      message: expect.stringContaining('cannot be changed: config.database, config.schema. Send'),
    });
  }
  expect(instance.platform.openedSessions).toBe(opened);
});

describe('a change of a path in policies', () => {
  const setUp = async () => {
    const platform = createSimulatedPlatform();
    const definition = definitionOf(simulatedPlugin(platform));
    const group = z.strictObject({ deny: z.string() }).optional();
    const plugin = definePlugin({
      ...definition,
      policyPaths: ['groupPattern.deny'],
      config: z.discriminatedUnion(
        'authenticationType',
        (definition.config as z.ZodDiscriminatedUnion).options.map((each) =>
          (each as z.ZodObject).extend({ groupPattern: group }),
        ) as never,
      ),
    });
    const instance = await createTestInstance({ platform, plugin });
    const emitted = () =>
      instance.events.filter(({ name }) => name === 'policiesMustBeRepushed').map(({ event }) => event);
    return { instance, emitted };
  };

  it('makes the host push policies again after a successful edit', async () => {
    const { instance, emitted } = await setUp();
    const id = await createAndWait(instance, bodyOf({ groupPattern: { deny: 'robots' } }));
    await dryEdit(instance, id, { groupPattern: { deny: 'machines' } });
    await edit(instance, id, { groupPattern: { deny: 'robots' }, retentionDays: 60 });
    expect(emitted()).toEqual([]);
    await edit(instance, id, { groupPattern: { deny: 'machines' }, retentionDays: 60 });
    expect(emitted()).toEqual([{ integrationId: id, type: 'Simulated' }]);
  });

  it('is reported as soon as the config is stored, because the process may die while it drops objects', async () => {
    const { instance, emitted } = await setUp();
    const config = { groupPattern: { deny: 'robots' }, volume: { size: 10 } };
    const id = await createAndWait(instance, bodyOf(config));
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    instance.platform.onStatement(({ when, statement }) => {
      if (when === 'after' || !statement.text.startsWith('DROP VOLUME')) return undefined;
      reach();
      return new Promise(() => {});
    });
    await instance.portcullis.integrations.update(ADMIN, id, bodyOf({ groupPattern: { deny: 'machines' } }));
    await reached;
    expect(emitted()).toEqual([{ integrationId: id, type: 'Simulated' }]);
  });
});

describe('an edit there and back', () => {
  const config = fc.record(
    {
      retentionDays: fc.integer({ min: 1, max: 365 }),
      audit: fc.record({ enabled: fc.boolean() }),
      impersonation: fc.record({ enabled: fc.boolean(), role: fc.constantFrom('actors', 'play"ers', 'a b') }),
      volume: fc.record({ size: fc.integer({ min: 1, max: 3 }) }),
    },
    { requiredKeys: ['retentionDays'] },
  );

  it('restores platform, ledger and stored config', async () => {
    await fc.assert(
      fc.asyncProperty(config, config, async (one, other) => {
        const instance = await createTestInstance();
        const id = await createAndWait(instance, bodyOf(one));
        const state = async () => ({
          platform: instance.platform.snapshot().toSorted(),
          config: (await instance.store.find('integrations', { where: { id } }))[0]?.config,
          ledger: (await instance.store.find('managedObjects', { where: { integrationId: id } }))
            .map(({ key, kind, name, desired }) => JSON.stringify([key, kind, name, desired]))
            .toSorted(),
        });
        const before = await state();
        await edit(instance, id, other);
        await edit(instance, id, one);
        expect(await state()).toEqual(before);
        expect((await dryEdit(instance, id, one)).difference).toEqual({
          created: [],
          removed: [],
          changed: [],
          stored: [],
        });
        await instance.portcullis.close();
      }),
      { numRuns: process.env.PORTCULLIS_TESTS === 'sampled' ? 8 : 25 },
    );
  });
});
