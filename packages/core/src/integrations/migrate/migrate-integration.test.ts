import { hidden, secret } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
  type TestInstanceOptions,
} from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { overrideStore, type StoreOverrides } from '../../../tests/support/override-store.ts';
import {
  PRIVILEGED_ROLE,
  SERVICE_VIEW,
  type SecondVersion,
  secondVersion,
} from '../../../tests/support/second-version.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { OperationResponse } from '../views/integration-views.ts';
import type { MigrationDryRunResponse, MigrationResponse } from './migration-views.ts';

/** The same store and platform, under a later version of the plugin. */
async function upgraded(
  { platform, store, clock }: TestInstance,
  changes: SecondVersion = {},
  options: TestInstanceOptions = {},
): Promise<TestInstance> {
  return createTestInstance({ platform, store, clock, plugin: secondVersion(platform, changes), ...options });
}

async function migrate({ portcullis }: TestInstance, id = 1): Promise<MigrationResponse> {
  const response = (await portcullis.integrations.migrate(ADMIN, id)) as MigrationResponse;
  await portcullis.integrations.whenIdle(id);
  return response;
}

async function plan({ portcullis }: TestInstance, id = 1): Promise<MigrationDryRunResponse> {
  return (await portcullis.integrations.migrate(ADMIN, id, { dryRun: true })) as MigrationDryRunResponse;
}

/** Statements without marks, which hold the id of the instance. */
function texts({ platform }: TestInstance, from: number): readonly string[] {
  return platform.statements.slice(from).map(({ text }) => text.replaceAll(/ MARK .*/g, ''));
}

async function rows({ store }: TestInstance): Promise<readonly unknown[]> {
  const entries = await store.find('managedObjects', { orderBy: [['key', 'asc']] });
  return entries.map(({ id: _id, updatedAt: _at, ...row }) => row);
}

describe('a migration', () => {
  it('migrates the objects of the service account to the new version, and stores the version', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first, { objects: (list) => [...list, SERVICE_VIEW] });
    const from = first.platform.statements.length;
    expect(await migrate(second)).toMatchObject({ status: 'migrating', from: '1.0.0', to: '2.0.0', editNeeded: [] });
    expect(texts(second, from)).toEqual([`REPLACE PROCEDURE "log" REVISION '2'`, 'CREATE VIEW catalogue']);
    expect(first.platform.statements.slice(from).every(({ actor }) => actor === 'service')).toBe(true);
    expect(await second.portcullis.integrations.status(ADMIN, 1)).toEqual({ id: 1, status: 'enabled' });
    expect(await second.store.find('integrations')).toMatchObject([{ pluginVersion: '2.0.0' }]);
    expect(new Set((await second.store.find('managedObjects')).map((row) => row.pluginVersion))).toEqual(
      new Set(['2.0.0']),
    );
    const [, operation] = await second.portcullis.integrations.operations(ADMIN, 1);
    expect(operation).toMatchObject({ kind: 'migrate', status: 'succeeded' });
    expect(operation?.journal.map(({ action, object }) => `${action} ${object.key}`)).toEqual([
      'alter log-procedure',
      'create catalogue-view',
      'store config',
    ]);
    const moves = second.events.filter(({ name }) => name === 'integration.status').map(({ event }) => event.to);
    expect(moves).toEqual(['migrating', 'enabled']);
  });

  it('shows its changes in a dry run without effect, and then runs exactly these', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first, { objects: (list) => [...list, SERVICE_VIEW] });
    const from = first.platform.statements.length;
    const shown = await plan(second);
    expect(shown.plan).toMatchObject({ operation: 'migrate', warnings: [] });
    expect(shown.validationResults.status).toBe('passed');
    expect(first.platform.statements).toHaveLength(from);
    expect(await second.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'enabled' });
    const other = refusalOf(second.portcullis.integrations.migrate(ADMIN, 1, { ifPlan: 'another' }));
    expect((await other).code).toBe('PLAN_CHANGED');
    await second.portcullis.integrations.migrate(ADMIN, 1, { ifPlan: shown.plan.hash });
    await second.portcullis.integrations.whenIdle(1);
    const executed = first.platform.statements.slice(from).map(({ text }) => text);
    const planned = shown.plan.steps.filter(({ action }) => action !== 'store').map(({ statement }) => statement);
    expect(executed).toEqual(planned);
    expect(shown.plan.steps.at(-1)).toMatchObject({ action: 'store', statement: 'store pluginVersion' });
  });

  it('names changes that need privileged credentials, and PUT applies them', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first, { objects: (list) => [...list, PRIVILEGED_ROLE, SERVICE_VIEW] });
    const response = await migrate(second);
    expect(response.editNeeded).toMatchObject([{ action: 'create', object: { key: 'writers', name: 'writers' } }]);
    const [record] = await second.store.find('integrations');
    expect(record?.statusReason).toBe('An edit is needed to create role writers: the service account cannot do it.');
    expect(second.platform.objects.some(({ name }) => name === 'writers')).toBe(false);
    await second.portcullis.integrations.update(ADMIN, 1, bodyOf());
    expect(await second.portcullis.integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
    expect(second.platform.objects.some(({ name }) => name === 'writers')).toBe(true);
  });

  it('reports that there is nothing to do when it is repeated', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first);
    await migrate(second);
    expect(await migrate(second)).toMatchObject({ status: 'enabled', from: '2.0.0', to: '2.0.0' });
    const { plan: empty, objects } = await plan(second);
    expect(empty.steps).toEqual([]);
    expect(new Set(objects.map(({ effect }) => effect))).toEqual(new Set(['kept']));
    expect(await second.portcullis.integrations.operations(ADMIN, 1)).toHaveLength(2);
  });

  it.each(['REPLACE PROCEDURE', 'CREATE VIEW'])(
    'that fails at %s is reverted: platform, ledger and record; the next one succeeds',
    async (at) => {
      const first = await createTestInstance();
      await createAndWait(first);
      const before = { snapshot: first.platform.snapshot(), rows: await rows(first) };
      const second = await upgraded(first, {
        objects: (list) => [...list, SERVICE_VIEW],
        migrations: [{ to: '2.0.0', renamedKeys: {}, desired: (_key, values) => ({ ...values, seen: true }) }],
      });
      second.platform.inject({ at, effect: { fail: 'missing-grant' } });
      await migrate(second);
      expect(await second.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'migrateError' });
      expect(second.platform.snapshot()).toEqual(before.snapshot);
      expect(await rows(second)).toEqual(before.rows);
      expect(await second.store.find('integrations')).toMatchObject([{ pluginVersion: '1.0.0' }]);
      await migrate(second);
      expect(await second.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'enabled' });
    },
  );

  it('that fails names the object and the missing privilege', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const needs = [{ name: 'CREATE', on: 'schema views' }];
    const second = await upgraded(first, { objects: (list) => [...list, { ...SERVICE_VIEW, needs }] });
    second.platform.inject({ at: 'CREATE VIEW', effect: { fail: 'missing-grant' } });
    await migrate(second);
    const [, operation] = await second.portcullis.integrations.operations(ADMIN, 1);
    expect(operation?.error).toMatchObject({
      object: { key: 'catalogue-view', kind: 'view', name: 'catalogue' },
      action: 'create',
      statement: 'CREATE VIEW catalogue',
      missing: [{ privilege: 'CREATE', on: 'schema views' }],
    });
  });

  it('lists the objects that it could not remove', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    await migrate(await upgraded(first, { objects: (list) => [...list, SERVICE_VIEW] }));
    const third = await upgraded(first, { version: '3.0.0' });
    third.platform.inject({ at: 'DROP VIEW', times: 9, effect: { fail: 'in-use' } });
    await migrate(third);
    const [, , operation] = await third.portcullis.integrations.operations(ADMIN, 1);
    expect(operation).toMatchObject({ status: 'succeeded', leftovers: [expect.stringMatching(/^view catalogue/)] });
  });

  it('that another node has ended stores nothing', async () => {
    const memory = createMemoryStore();
    const store = overrideStore(memory, { shared: true });
    const first = await createTestInstance({ store });
    await createAndWait(first);
    const second = await upgraded(first);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    second.platform.onStatement(({ when }) => {
      if (when === 'before') return undefined;
      reach();
      return released;
    });
    await second.portcullis.integrations.migrate(ADMIN, 1);
    await reached;
    // The node stood still for longer than its lease.
    await memory.update(
      'operations',
      { status: 'running' },
      { status: 'interrupted', leaseGeneration: { increment: 1 } },
    );
    await memory.update('integrations', { id: 1 }, { status: 'migrateError', version: { increment: 1 } });
    release();
    await second.portcullis.integrations.whenIdle(1);
    expect(await memory.find('integrations')).toMatchObject([{ status: 'migrateError', pluginVersion: '1.0.0' }]);
  });

  it('is skipped for a failing integration; PUT also leads to the new version', async () => {
    const first = await createTestInstance();
    first.platform.inject({ at: 'CREATE ROLE', effect: { fail: 'missing-grant' } });
    await createAndWait(first);
    const second = await upgraded(first);
    const refusal = await refusalOf(second.portcullis.integrations.migrate(ADMIN, 1));
    expect(refusal).toMatchObject({
      code: 'MIGRATION_NOT_AVAILABLE',
      extras: { details: { status: 'createError' } },
    });
    await second.portcullis.integrations.update(ADMIN, 1, bodyOf());
    expect(await second.portcullis.integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
    expect(await second.store.find('integrations')).toMatchObject([{ pluginVersion: '2.0.0' }]);
  });
});

describe('the migration of a config', () => {
  const renamed: SecondVersion = {
    migrations: [
      {
        to: '2.0.0',
        config: ({ retentionDays, ...rest }) => ({ ...rest, keepDays: retentionDays }),
        renamedKeys: { retention: 'log-retention' },
        desired: (key, { days, ...values }) => (key === 'log-retention' ? { ...values, keep: days ?? null } : values),
      },
    ],
  };

  /** The second version calls a field, a key and a value otherwise. */
  const withNewNames: SecondVersion = {
    ...renamed,
    more: {
      config: z.strictObject({
        host: z.string(),
        port: z.int(),
        database: z.string(),
        initialDatabase: z.string(),
        schema: z.string(),
        authenticationType: z.literal('userPassword'),
        username: hidden(z.string()),
        password: secret(z.string()),
        keepDays: z.int(),
      }),
      privileged: ['username', 'password'],
      // No sample has a volume any more, which one of them is about.
      families: [],
      samples: [{ ...SIMULATED_CONFIG, port: 7000, initialDatabase: 'main', schema: 'views', keepDays: 30 }],
    },
    inOldWords: ({ keepDays, ...rest }) => ({ ...rest, retentionDays: keepDays }),
    objects: (list) =>
      list.map((object) =>
        object.key === 'retention' ? { ...object, key: 'log-retention', desired: { keep: 30 } } : object,
      ),
  };

  it('is shown before it is stored, is stored by the migration, and does not change objects of renamed fields', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first, withNewNames);
    const shown = async () => (await second.portcullis.integrations.get(ADMIN, 1)).integration.config;
    expect(await shown()).toMatchObject({ keepDays: 30 });
    expect((await second.store.find('integrations'))[0]?.config).toMatchObject({ retentionDays: 30 });
    const { plan: planned } = await plan(second);
    expect(planned.steps.map(({ statement }) => statement.replaceAll(/ MARK .*/g, ''))).toEqual([
      `REPLACE PROCEDURE "log" REVISION '2'`,
      'store config.keepDays',
      'store config.retentionDays',
      'store pluginVersion',
    ]);
    await migrate(second);
    expect((await second.store.find('integrations'))[0]).toMatchObject({
      config: { keepDays: 30, username: '[REDACTED]' },
      pluginVersion: '2.0.0',
    });
    expect(await shown()).toMatchObject({ keepDays: 30 });
    expect(await second.store.find('managedObjects', { where: { key: 'log-retention' } })).toMatchObject([
      { desired: { keep: 30 }, origin: 'created', mark: expect.stringMatching(/:retention$/) },
    ]);
    await second.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await second.portcullis.integrations.whenIdle(1)).toMatchObject({ status: 'deleted' });
    expect(second.platform.snapshot()).toEqual([]);
  });

  it('is rejected if the result does not match the schema, and the integration is unchanged', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first, {
      migrations: [{ to: '2.0.0', config: (stored) => ({ ...stored, retentionDays: 'thirty' }) }],
    });
    const refusal = await refusalOf(second.portcullis.integrations.migrate(ADMIN, 1));
    expect(refusal).toMatchObject({
      code: 'MIGRATION_NOT_AVAILABLE',
      extras: { details: [{ path: 'config.retentionDays', message: 'This must be a number.' }] },
    });
    expect(await second.portcullis.integrations.status(ADMIN, 1)).toMatchObject({ status: 'enabled' });
  });

  it('is rejected if it would lead to a different target', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first, {
      migrations: [{ to: '2.0.0', config: (stored) => ({ ...stored, port: 7001 }) }],
    });
    const refusal = await refusalOf(second.portcullis.integrations.migrate(ADMIN, 1));
    expect(refusal.message).toMatch(/a different target/);
  });
});

describe('an integration that a newer version has stored', () => {
  it('can be read and force-disabled, and is not changed', async () => {
    const platform = createSimulatedPlatform();
    const first = await createTestInstance({ platform, plugin: secondVersion(platform) });
    await createAndWait(first);
    const { store, clock } = first;
    const { integrations } = (await createTestInstance({ platform, store, clock })).portcullis;
    expect((await integrations.get(ADMIN, 1)).integration).toMatchObject({ id: '1', status: 'enabled' });
    expect(await integrations.operations(ADMIN, 1)).toHaveLength(1);
    const refused = [
      integrations.migrate(ADMIN, 1),
      integrations.update(ADMIN, 1, bodyOf()),
      integrations.remove(ADMIN, 1, CREDENTIALS),
      integrations.validate(ADMIN, 1),
    ];
    for (const call of refused) {
      expect(await refusalOf(call)).toMatchObject({
        code: 'PLUGIN_OUTDATED',
        extras: { details: { stored: '2.0.0', installed: '1.0.0' } },
      });
    }
    expect(await integrations.remove(ADMIN, 1, undefined, { forceDisable: true })).toMatchObject({ id: '1' });
    expect(await integrations.status(ADMIN, 1)).toMatchObject({ status: 'disabled' });
  });
});

describe('an integration that an older version has stored', () => {
  it('is validated, edited and deleted without a migration', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const second = await upgraded(first);
    const { integrations } = second.portcullis;
    expect(await integrations.validate(ADMIN, 1)).toMatchObject({ status: 'passed' });
    await integrations.update(ADMIN, 1, bodyOf({ audit: { enabled: true } }));
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
    expect(await second.store.find('integrations')).toMatchObject([{ pluginVersion: '2.0.0' }]);
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'deleted' });
  });
});

describe('migration at start', () => {
  it('is off by default', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    const store = { ...first.store, close: async () => {} };
    await (await upgraded(first, {}, { store })).portcullis.close();
    expect(await store.find('integrations')).toMatchObject([{ pluginVersion: '1.0.0' }]);
    const options = { store, integrations: { transientRetries: 0, migrateAtStart: true } };
    await (await upgraded(first, {}, options)).portcullis.close();
    expect(await store.find('integrations')).toMatchObject([{ pluginVersion: '2.0.0', status: 'enabled' }]);
    const [, operation] = await store.find('operations');
    expect(operation).toMatchObject({ kind: 'migrate', requestedBy: null });
  });

  it('reports an integration that it cannot migrate, and continues with the others', async () => {
    const first = await createTestInstance();
    await createAndWait(first);
    await createAndWait(first, bodyOf({ database: 'gov2', retentionDays: 7 }));
    const store = { ...first.store, close: async () => {} };
    const second = await upgraded(
      first,
      {
        migrations: [
          { to: '2.0.0', config: ({ ...all }) => (all.retentionDays === 30 ? { ...all, schema: '' } : all) },
        ],
      },
      { store, integrations: { transientRetries: 0, migrateAtStart: true } },
    );
    await second.portcullis.close();
    const versions = (await store.find('integrations')).map(({ pluginVersion }) => pluginVersion);
    expect(versions).toEqual(['1.0.0', '2.0.0']);
    expect(second.logger.entries.some(({ message }) => message === 'An integration could not be migrated.')).toBe(true);
  });

  describe('of a tenant', () => {
    /** An instance with one integration, of the tenant acme. */
    async function ofTenant() {
      const first = await createTestInstance();
      const { tenants, tenant } = first.portcullis;
      await tenants.create({ id: 'acme' });
      const { integrations } = tenant('acme');
      const { id } = (await integrations.create(ADMIN, bodyOf())) as OperationResponse;
      await integrations.whenIdle(Number(id));
      return { first, tenants, stored: () => first.store.scoped('acme').find('integrations') };
    }

    /** Starts and closes an instance with the later version of the plugin. */
    async function migrateAll(first: TestInstance, overrides: StoreOverrides = {}): Promise<TestInstance> {
      const store = { ...overrideStore(first.store, overrides), close: async () => {} };
      const second = await upgraded(first, {}, { store, integrations: { transientRetries: 0, migrateAtStart: true } });
      await second.portcullis.close();
      return second;
    }

    it('that is suspended opens no session and changes nothing, until a start after it is resumed', async () => {
      const { first, tenants, stored } = await ofTenant();
      await tenants.suspend('acme');
      const { openedSessions } = first.platform;
      await migrateAll(first);
      expect(first.platform.openedSessions).toBe(openedSessions);
      expect(await stored()).toMatchObject([{ pluginVersion: '1.0.0', status: 'enabled' }]);
      await tenants.resume('acme');
      await migrateAll(first);
      expect(await stored()).toMatchObject([{ pluginVersion: '2.0.0', status: 'enabled' }]);
    });

    it('that is suspended during the validation does not begin, and is not reported as a failure', async () => {
      const { first, tenants, stored } = await ofTenant();
      const { openedSessions } = first.platform;
      const second = await migrateAll(first, {
        async transaction(work, options) {
          if (first.platform.openedSessions > openedSessions) await tenants.suspend('acme');
          return first.store.allTenants.transaction(work, options);
        },
      });
      expect(await stored()).toMatchObject([{ pluginVersion: '1.0.0', status: 'enabled' }]);
      expect(second.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
    });
  });
});
