import { definePlugin, definitionOf } from '@portcullis/plugin-api';
import { createSimulatedPlatform, type PlantedObject, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstanceOptions,
} from '../../../tests/support/create-test-instance.ts';
import type { DryRunResponse, HostCallbacks } from '../../index.ts';
import type { PlannedRemoval } from '../../options/planned-removal.ts';

async function setUp(options: TestInstanceOptions = {}, config: object = { volume: { size: 5 } }) {
  const instance = await createTestInstance(options);
  const id = await createAndWait(instance, bodyOf(config));
  const [{ server } = { server: '' }] = instance.platform.objects;
  const grow = (object: Omit<PlantedObject, 'server'>) => instance.platform.plant({ server, ...object });
  const growAll = () => {
    grow({ family: 'views', kind: 'view', name: 'sales', within: { kind: 'database', name: 'gov' } });
    grow({ family: 'user-roles', kind: 'user role', name: 'ada', blocks: [{ kind: 'user', name: 'gov_service' }] });
    grow({ family: 'exports', kind: 'export', name: 'daily', blocks: [{ kind: 'volume', name: 'gov_volume' }] });
  };
  const dryDelete = async () =>
    (await instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS, { dryRun: true })) as DryRunResponse;
  return { ...instance, instance, id, grow, growAll, dryDelete };
}

describe('a removal with runtime objects', () => {
  it('lists them in the plan, drops blocking ones first, journals them, and leaves nothing', async () => {
    const { portcullis, platform, id, growAll, dryDelete } = await setUp();
    growAll();
    const { plan } = await dryDelete();
    expect(plan.runtimeObjects).toEqual([
      { family: 'views', kind: 'view', name: 'sales', vanishesWith: 'database' },
      { family: 'user-roles', kind: 'user role', name: 'ada' },
      { family: 'exports', kind: 'export', name: 'daily' },
    ]);
    const statements = plan.steps.map(({ statement }) => statement);
    expect(statements).toContain('DROP EXPORT "daily"');
    expect(statements.indexOf('DROP EXPORT "daily"')).toBeLessThan(statements.indexOf('DROP VOLUME "gov_volume"'));
    expect(statements).not.toContain('DROP VIEW "sales"');
    expect(plan.steps.find(({ statement }) => statement === 'DROP EXPORT "daily"')).toMatchObject({
      privileges: ['DROP on export daily'],
    });

    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS, { ifPlan: plan.hash });
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
    const [operation] = (await portcullis.integrations.operations(ADMIN, id)).filter(({ kind }) => kind === 'delete');
    expect(operation?.journal.map(({ statement }) => statement)).toEqual(statements);
    await portcullis.close();
  });

  it('lists none if there are none', async () => {
    const { portcullis, dryDelete } = await setUp();
    expect((await dryDelete()).plan).not.toHaveProperty('runtimeObjects');
    await portcullis.close();
  });

  it('finds objects that are created between the dry run and the removal', async () => {
    const { portcullis, platform, id, grow, dryDelete } = await setUp();
    await dryDelete();
    grow({ family: 'user-roles', kind: 'user role', name: 'late', blocks: [{ kind: 'user', name: 'gov_service' }] });
    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
    await portcullis.close();
  });

  it('leaves those of an object alone that another account has recreated, and reports it', async () => {
    const { portcullis, platform, id, grow, dryDelete } = await setUp();
    platform.lose({ kind: 'volume', name: 'gov_volume' });
    const [{ server } = { server: '' }] = platform.objects;
    const theirs = platform.plant({ server, kind: 'volume', name: 'gov_volume' });
    const blocks = [{ kind: 'volume', name: 'gov_volume' }];
    const daily = grow({ family: 'exports', kind: 'export', name: 'daily', blocks });
    const { plan } = await dryDelete();
    expect(plan).not.toHaveProperty('runtimeObjects');
    expect(plan.warnings).toEqual([
      'Another account has recreated the volume gov_volume. The objects that were made for it at run time are left alone.',
    ]);
    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([theirs, daily]);
    await portcullis.close();
  });

  it('warns if a family cannot be listed, and stops at a blocking object', async () => {
    const { portcullis, platform, id, growAll, dryDelete } = await setUp();
    growAll();
    platform.refuseConnections({ stage: 'main', actor: 'service', with: 'missing-grant' });
    expect((await dryDelete()).plan.warnings).toEqual([expect.stringContaining('The objects of kind view')]);
    expect(await portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    await portcullis.close();
  });

  it('warns if the list of a family never ends, after five minutes', async () => {
    const platform = createSimulatedPlatform();
    const definition = definitionOf(simulatedPlugin(platform));
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const list = (): Promise<never> => {
      begin();
      return new Promise(() => {});
    };
    const families = definition.families?.map((family) => (family.key === 'exports' ? { ...family, list } : family));
    const plugin = definePlugin({ ...definition, families });
    const { portcullis, clock, dryDelete } = await setUp({ platform, plugin });
    const asked = dryDelete();
    await begun;
    clock.advance(300_000);
    expect((await asked).plan.warnings).toEqual([
      expect.stringContaining('The observation of the platform took longer than 300 s.'),
    ]);
    await portcullis.close();
  });

  it('keeps members whose drop fails, and the objects that they block', async () => {
    const { portcullis, platform, id, growAll } = await setUp();
    growAll();
    platform.inject({ at: 'DROP EXPORT', effect: { fail: 'missing-grant' } });
    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect(platform.objects.map(({ name }) => name)).toEqual(expect.arrayContaining(['daily', 'gov_volume']));
    const [attempt] = (await portcullis.integrations.operations(ADMIN, id)).filter(({ kind }) => kind === 'delete');
    expect(attempt?.journal.map(({ statement }) => statement)).not.toContain('DROP VOLUME "gov_volume"');
    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
    await portcullis.close();
  });
});

describe('an edit that replaces or removes an object', () => {
  it('drops the runtime objects in it first, and keeps others', async () => {
    const { portcullis, platform, id, growAll } = await setUp();
    growAll();
    const larger = bodyOf({ volume: { size: 50 } });
    const dry = (await portcullis.integrations.update(ADMIN, id, larger, { dryRun: true })) as DryRunResponse;
    expect(dry.plan.runtimeObjects).toEqual([{ family: 'exports', kind: 'export', name: 'daily' }]);
    expect(dry.plan.steps[0]).toMatchObject({ statement: 'DROP EXPORT "daily"', destructive: true });
    await portcullis.integrations.update(ADMIN, id, larger);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect(platform.objects.map(({ name }) => name)).not.toContain('daily');
    expect(platform.objects.map(({ name }) => name)).toEqual(expect.arrayContaining(['sales', 'ada']));
    await portcullis.integrations.update(ADMIN, id, bodyOf());
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect(platform.objects.map(({ name }) => name)).not.toContain('gov_volume');
    await portcullis.close();
  });
});

describe('the host', () => {
  const asked: PlannedRemoval[] = [];
  const host: HostCallbacks = {
    async beforeRemove(removal) {
      asked.push(removal);
      const views = removal.runtimeObjects.filter(({ kind }) => kind === 'view');
      return views.length > 0 ? { refuse: `Policies are enforced by ${views.length} view.` } : undefined;
    },
  };

  it('receives the dropped objects and can refuse, also in a dry run', async () => {
    asked.length = 0;
    const { portcullis, platform, id, grow, dryDelete } = await setUp({ host });
    await dryDelete();
    expect(asked).toMatchObject([{ integrationId: id, operation: 'delete', dryRun: true, runtimeObjects: [] }]);
    expect(asked[0]?.objects.map(({ key }) => key)).toContain('database');
    grow({ family: 'views', kind: 'view', name: 'sales' });
    await expect(dryDelete()).rejects.toMatchObject({ code: 'REMOVAL_REFUSED' });
    const before = platform.snapshot();
    await expect(portcullis.integrations.remove(ADMIN, id, CREDENTIALS)).rejects.toMatchObject({
      code: 'REMOVAL_REFUSED',
      message: expect.stringContaining('Policies are enforced by 1 view.'),
    });
    expect(platform.snapshot()).toEqual(before);
    expect(await portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    await portcullis.close();
    expect(platform.openSessions).toBe(0);
  });

  it('is asked again if a new object is found during the removal', async () => {
    asked.length = 0;
    const { portcullis, platform, id, grow } = await setUp({ host });
    const responding = portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    portcullis.events.once('integration.status', () => void grow({ family: 'views', kind: 'view', name: 'late' }));
    await responding;
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect(asked.map(({ runtimeObjects }) => runtimeObjects.length)).toEqual([0, 1]);
    const [operation] = (await portcullis.integrations.operations(ADMIN, id)).filter(({ kind }) => kind === 'delete');
    expect(operation?.error?.message).toContain('Policies are enforced by 1 view.');
    expect(platform.objects.map(({ name }) => name)).toContain('gov');
    await portcullis.close();
  });

  it('that does not respond within ten seconds ends the removal, and nothing is dropped', async () => {
    let questions = 0;
    const { promise: asking, resolve: ask } = Promise.withResolvers<void>();
    const { portcullis, platform, id, grow, clock } = await setUp({
      host: {
        async beforeRemove() {
          questions += 1;
          if (questions === 1) return undefined;
          ask();
          return new Promise(() => {});
        },
      },
    });
    const responding = portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    portcullis.events.once('integration.status', () => void grow({ family: 'views', kind: 'view', name: 'late' }));
    await responding;
    await asking;
    clock.advance(10_000);
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    const [operation] = (await portcullis.integrations.operations(ADMIN, id)).filter(({ kind }) => kind === 'delete');
    expect(operation?.error).toMatchObject({
      class: 'timeout',
      message: expect.stringContaining('host.beforeRemove took longer than 10 s.'),
    });
    expect(platform.objects.map(({ name }) => name)).toContain('gov');
    await portcullis.close();
  });

  it('is not asked if nothing is dropped', async () => {
    asked.length = 0;
    const { portcullis, id } = await setUp({ host });
    await portcullis.integrations.update(ADMIN, id, bodyOf({ volume: { size: 5 }, retentionDays: 60 }));
    await portcullis.integrations.whenIdle(id);
    expect(asked).toEqual([]);
    await portcullis.close();
  });
});
