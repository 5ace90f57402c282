import { definePlugin, definitionOf } from '@portcullis/plugin-api';
import { createSimulatedPlatform, runScript, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { dumpStore } from '../../../tests/support/dump-store.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type {
  AllTenantsStore,
  DryRunResponse,
  OperationResponse,
  StoreTransaction,
  ValidationResults,
} from '../../index.ts';

/** Everything switched on, with one of each kind of change against {@link SIMULATED_CONFIG}. */
const RICH = {
  retentionDays: 90,
  audit: { enabled: true },
  impersonation: { enabled: true, role: 'actors' },
  volume: { size: 10 },
};

async function put(instance: TestInstance, id: number, config: object = {}) {
  await instance.portcullis.integrations.update(ADMIN, id, bodyOf(config));
  return instance.portcullis.integrations.whenIdle(id);
}

function texts({ platform }: TestInstance, from = 0): readonly string[] {
  return platform.statements.slice(from).map(({ text }) => text.replaceAll(/ MARK .*| AS '.*/g, ''));
}

/** Returns the ledger, without the fields that change with each entry. */
async function ledger({ store }: TestInstance) {
  const rows = await store.find('managedObjects');
  return rows
    .map(({ id: _id, position: _position, updatedAt: _updatedAt, createdAt: _createdAt, ...row }) => row)
    .toSorted((a, b) => a.key.localeCompare(b.key));
}

describe('PUT /integrations/{id}', () => {
  it('creates new objects and alters changed ones, then drops the others', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf({ audit: { enabled: true } }));
    const before = instance.platform.statements.length;
    const response = await instance.portcullis.integrations.update(
      ADMIN,
      id,
      bodyOf({ retentionDays: 90, impersonation: { enabled: true, role: 'actors' } }),
    );
    expect(response).toMatchObject({ id: '1', status: 'editing', validationResults: { status: 'passed' } });
    expect(await instance.portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(texts(instance, before)).toEqual([
      'ALTER PARAMETER "retention" FROM 30 TO 90',
      'CREATE ROLE "actors"',
      'DROP TRAIL "audit"',
    ]);
    const { integration } = await instance.portcullis.integrations.get(ADMIN, id);
    expect(integration.config).toMatchObject({ retentionDays: 90, impersonation: { enabled: true, role: 'actors' } });
    expect(integration.config).not.toHaveProperty('audit');
  });

  it('does nothing on the platform without a change', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = instance.platform.statements.length;
    expect(await put(instance, id)).toMatchObject({ status: 'enabled' });
    expect(texts(instance, before)).toEqual([]);
  });

  it('from A to B and back restores platform, ledger and response', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const state = async () => ({
      platform: instance.platform.snapshot(),
      ledger: await ledger(instance),
      shown: (await instance.portcullis.integrations.get(ADMIN, id)).integration.config,
    });
    const original = await state();
    expect(await put(instance, id, RICH)).toMatchObject({ status: 'enabled' });
    const rich = await state();
    expect(rich).not.toEqual(original);
    expect(await put(instance, id)).toMatchObject({ status: 'enabled' });
    expect(await state()).toEqual(original);
    expect(await put(instance, id, RICH)).toMatchObject({ status: 'enabled' });
    expect(await state()).toEqual(rich);
  });

  it('renames an object instead of replacing it if the plugin can', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf({ impersonation: { enabled: true, role: 'actors' } }));
    const role = instance.platform.objects.find((each) => each.name === 'actors');
    await put(instance, id, { impersonation: { enabled: true, role: 'players' } });
    const renamed = instance.platform.objects.find((each) => each.name === 'players');
    expect(renamed?.id).toBe(role?.id);
    expect(await instance.store.find('managedObjects', { where: { key: 'impersonation-role' } })).toMatchObject([
      { name: 'players', origin: 'created' },
    ]);
  });

  it('replaces an object that cannot be altered together with its contents and the objects that block its drop', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf({ volume: { size: 10 } }));
    const before = instance.platform.statements.length;
    expect(await put(instance, id, { volume: { size: 20 } })).toMatchObject({ status: 'enabled' });
    expect(texts(instance, before)).toEqual([
      'REVOKE VOLUME "gov_volume" FROM "gov_service"',
      'DROP FOLDER "gov_volume"."exports"',
      'DROP VOLUME "gov_volume"',
      'CREATE VOLUME "gov_volume" SIZE 20',
      'CREATE FOLDER "gov_volume"."exports"',
      'GRANT VOLUME "gov_volume" TO "gov_service"',
    ]);
  });

  it('applies a new revision of the plugin to the platform', async () => {
    const platform = createSimulatedPlatform();
    const first = await createTestInstance({ platform });
    const id = await createAndWait(first);
    const second = await createTestInstance({
      platform,
      store: first.store,
      plugin: simulatedPlugin(platform, { procedureRevision: '2' }),
    });
    const before = platform.statements.length;
    await put(second, id);
    expect(texts(second, before)).toEqual([`REPLACE PROCEDURE "log" REVISION '2'`]);
    expect(platform.objects.find((each) => each.kind === 'procedure')?.revision).toBe('2');
  });
});

describe('a PUT that fails before its point of no return', () => {
  it('restores objects of an older plugin version, even if the newer version cannot create them', async () => {
    const platform = createSimulatedPlatform();
    const first = await createTestInstance({ platform });
    const id = await createAndWait(first);
    const before = { snapshot: platform.snapshot(), ledger: await ledger(first) };
    const second = await createTestInstance({
      platform,
      store: first.store,
      plugin: simulatedPlugin(platform, { procedureRevision: '2' }),
    });
    platform.inject({ at: 'CREATE TRAIL', effect: { fail: 'missing-grant' } });
    const sofar = platform.statements.length;
    expect(await put(second, id, { audit: { enabled: true } })).toMatchObject({ status: 'editError' });
    expect(texts(second, sofar)).toEqual([
      `REPLACE PROCEDURE "log" REVISION '2'`,
      'CREATE TRAIL "audit"',
      'DROP PROCEDURE "log"',
      `CREATE PROCEDURE "log" REVISION '1'`,
    ]);
    expect(platform.snapshot()).toEqual(before.snapshot);
    expect(await ledger(first)).toEqual(before.ledger);
  });

  it.each(['ALTER PARAMETER', 'CREATE TRAIL', 'ALTER ROLE', 'DROP VOLUME', 'CREATE VOLUME', 'GRANT VOLUME'])(
    'at %s is reverted: platform, ledger and config are restored, and the next attempt succeeds',
    async (at) => {
      const instance = await createTestInstance();
      const id = await createAndWait(
        instance,
        bodyOf({ volume: { size: 10 }, impersonation: { enabled: true, role: 'actors' } }),
      );
      const before = { snapshot: instance.platform.snapshot(), ledger: await ledger(instance) };
      const shown = await instance.portcullis.integrations.get(ADMIN, id);
      const wanted = { ...RICH, volume: { size: 20 }, impersonation: { enabled: true, role: 'players' } };
      instance.platform.inject({ at, effect: { fail: 'missing-grant' } });
      expect(await put(instance, id, wanted)).toEqual({ id, status: 'editError' });
      expect(instance.platform.snapshot()).toEqual(before.snapshot);
      expect(await ledger(instance)).toEqual(before.ledger);
      expect((await instance.portcullis.integrations.get(ADMIN, id)).integration.config).toEqual(
        shown.integration.config,
      );
      expect(await put(instance, id, wanted)).toEqual({ id, status: 'enabled' });
      expect(instance.platform.objects.find((each) => each.kind === 'volume')?.values).toEqual({ size: 20 });
      expect(instance.platform.objects.find((each) => each.kind === 'parameter')?.values).toEqual({ days: 90 });
    },
  );

  it.each(['applied', 'not-applied'] as const)(
    'with a lost reply (%s) of an alter ends according to the state of the platform',
    async (loseReply) => {
      const instance = await createTestInstance();
      const id = await createAndWait(instance);
      instance.platform.inject({ at: 'ALTER PARAMETER', effect: { loseReply } });
      const applied = loseReply === 'applied';
      expect(await put(instance, id, { retentionDays: 90 })).toMatchObject({
        status: applied ? 'enabled' : 'editError',
      });
      const [entry] = await instance.store.find('managedObjects', { where: { key: 'retention' } });
      expect(entry?.desired).toEqual(instance.platform.objects.find((each) => each.kind === 'parameter')?.values);
      expect(entry?.desired).toEqual({ days: applied ? 90 : 30 });
    },
  );

  it('reports changes that could not be reverted, and keeps them in the ledger', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    instance.platform.inject({ at: 'CREATE VOLUME', effect: { fail: 'missing-grant' } });
    instance.platform.inject({ at: 'DROP ROLE "actors"', times: 9, effect: { fail: 'in-use' } });
    expect(await put(instance, id, RICH)).toMatchObject({ status: 'editError' });
    const [, edit] = await instance.portcullis.integrations.operations(ADMIN, id);
    expect(JSON.stringify(edit?.error)).toContain('Could not be undone: role actors');
    expect((await ledger(instance)).map((row) => row.key)).toContain('impersonation-role');
  });
});

describe('a PUT that fails after its point of no return', () => {
  it('is complete: the new config is stored, the leftovers are named and removed with the next change', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf(RICH));
    const restore = instance.platform.inject({ at: 'DROP VOLUME', times: 9, effect: { fail: 'in-use' } });
    expect(await put(instance, id)).toEqual({ id, status: 'enabled' });
    const [record] = await instance.store.find('integrations');
    expect(record?.statusReason).toContain('Left on the platform: volume gov_volume');
    expect(record?.config).not.toHaveProperty('volume');
    expect((await ledger(instance)).map((row) => row.key)).toContain('volume');
    restore();
    expect(await put(instance, id)).toEqual({ id, status: 'enabled' });
    expect(instance.platform.objects.some((each) => each.kind === 'volume')).toBe(false);
    expect((await ledger(instance)).map((row) => row.key)).not.toContain('volume');
  });

  it('is complete even if the store fails from then on', async () => {
    const memory = createMemoryStore();
    let isFailing = false;
    const failing = (open: StoreTransaction): StoreTransaction => ({
      ...open,
      insert(table, row) {
        const isDrop = table === 'journalEntries' && 'action' in row && row.action === 'drop';
        return isFailing && isDrop ? Promise.reject(new Error('The connection was lost.')) : open.insert(table, row);
      },
    });
    const transaction: AllTenantsStore['transaction'] = (work) =>
      memory.allTenants.transaction((open) => work({ ...open, scoped: (tenant) => failing(open.scoped(tenant)) }));
    const instance = await createTestInstance({ store: overrideStore(memory, { transaction }) });
    const id = await createAndWait(instance, bodyOf(RICH));
    isFailing = true;
    expect(await put(instance, id)).toEqual({ id, status: 'enabled' });
    expect((await instance.store.find('integrations'))[0]?.config).not.toHaveProperty('volume');
    isFailing = false;
    expect(await put(instance, id)).toEqual({ id, status: 'enabled' });
    expect(instance.platform.objects.some((each) => each.kind === 'volume')).toBe(false);
  });
});

describe('PUT with bad input', () => {
  const setUp = async (body: object = bodyOf()) => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, body);
    const before = await dumpStore(instance.store);
    const sent = instance.platform.statements.length;
    const refuse = async (wrong: unknown, options: object = {}) => {
      const refusal = await refusalOf(instance.portcullis.integrations.update(ADMIN, id, wrong, options));
      expect(await dumpStore(instance.store)).toBe(before);
      expect(instance.platform.statements).toHaveLength(sent);
      expect(instance.platform.openSessions).toBe(0);
      return refusal;
    };
    return { instance, id, refuse };
  };

  it('lists every path that cannot change, sorted, with autoBootstrap', async () => {
    const { refuse } = await setUp();
    const body = bodyOf({ schema: 's', database: 'd', host: 'h', port: 1 }, { autoBootstrap: false });
    const refusal = await refuse(body);
    expect(refusal).toMatchObject({ code: 'ATTRIBUTES_NOT_EDITABLE', statusCode: 400, error: 'Bad request' });
    expect(refusal.message).toContain('autoBootstrap, config.database, config.host, config.port, config.schema');
  });

  it('refuses another type', async () => {
    const platform = createSimulatedPlatform();
    const other = simulatedPlugin(platform, { type: 'Other' });
    const instance = await createTestInstance({ platform, plugins: [simulatedPlugin(platform), other] });
    const id = await createAndWait(instance);
    const refusal = await refusalOf(instance.portcullis.integrations.update(ADMIN, id, bodyOf({}, { type: 'Other' })));
    expect(refusal.message).toContain('cannot be changed: type');
  });

  it('requires real credentials for an automatic integration: the marker is a 400', async () => {
    const { refuse } = await setUp();
    const refusal = await refuse(bodyOf({ password: '[REDACTED]', username: '[REDACTED]' }));
    expect(refusal).toMatchObject({ code: 'REDACTED_VALUE', statusCode: 400 });
    expect(refusal.message).toMatch(/config\.password/);
    expect(refusal.message).toMatch(/config\.username/);
  });

  it('refuses unknown fields, malformed bodies and unknown ids', async () => {
    const { instance, refuse } = await setUp();
    expect(await refuse(bodyOf({ hots: 1 }))).toMatchObject({ code: 'BODY_INVALID' });
    expect(await refuse([])).toMatchObject({ code: 'BODY_INVALID' });
    expect(await refuse({})).toMatchObject({ code: 'BODY_INVALID' });
    expect(await refusalOf(instance.portcullis.integrations.update(ADMIN, 99, bodyOf()))).toMatchObject({
      code: 'INTEGRATION_NOT_FOUND',
      statusCode: 404,
      error: 'Not found',
    });
  });

  it('rejects a version that differs from the stored one, and a different plan', async () => {
    const { instance, id, refuse } = await setUp();
    const { version } = await instance.portcullis.integrations.get(ADMIN, id);
    expect(await refuse(bodyOf(), { ifMatch: version + 1 })).toMatchObject({
      code: 'VERSION_MISMATCH',
      statusCode: 412,
    });
    expect(await refuse(bodyOf(), { ifPlan: 'other' })).toMatchObject({ code: 'PLAN_CHANGED', statusCode: 412 });
    const dry = (await instance.portcullis.integrations.update(ADMIN, id, bodyOf(RICH), {
      dryRun: true,
    })) as DryRunResponse;
    await instance.portcullis.integrations.update(ADMIN, id, bodyOf(RICH), { ifPlan: dry.plan.hash, ifMatch: version });
    expect(await instance.portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
  });

  it('is a 422 if the platform does not respond, and changes nothing', async () => {
    const { instance, id, refuse } = await setUp();
    instance.platform.refuseConnections();
    expect(await refuse(bodyOf(RICH))).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
  });

  it('is a 422 if the platform fails only while its objects are observed after the validation', async () => {
    const platform = createSimulatedPlatform();
    const definition = definitionOf(simulatedPlugin(platform));
    let isFailing = false;
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const plugin = definePlugin({
      ...definition,
      observe: async (...look) => {
        if (isFailing) throw lost;
        return (await definition.observe?.(...look)) ?? [];
      },
    });
    const { portcullis } = await createTestInstance({ platform, plugin });
    const { id } = (await portcullis.integrations.create(ADMIN, bodyOf())) as OperationResponse;
    await portcullis.integrations.whenIdle(Number(id));
    portcullis.events.on('validation.finished', () => {
      isFailing = true;
    });
    const refusal = await refusalOf(portcullis.integrations.update(ADMIN, Number(id), bodyOf({ retentionDays: 7 })));
    expect(refusal).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('The connection was closed unexpectedly.'),
    });
    expect((refusal.extras.validationResults as ValidationResults).validationTests.at(-1)).toMatchObject({
      id: 'observation',
      status: 'failed',
      failureClass: 'network',
    });
    expect(await portcullis.integrations.status(ADMIN, Number(id))).toMatchObject({ status: 'enabled' });
  });

  it('changes nothing in a dry run', async () => {
    const { instance, id } = await setUp();
    const before = await dumpStore(instance.store);
    const response = (await instance.portcullis.integrations.update(ADMIN, id, bodyOf(RICH), {
      dryRun: true,
    })) as DryRunResponse;
    expect(response.plan.steps.map((step) => step.action)).toContain('alter');
    expect(response.plan.steps.find((step) => step.action === 'alter')?.inverse).toEqual([
      'ALTER PARAMETER "retention" FROM 90 TO 30',
    ]);
    expect(await dumpStore(instance.store)).toBe(before);
  });

  it('refuses a type without PUT', async () => {
    const platform = createSimulatedPlatform();
    const instance = await createTestInstance({ platform, plugin: simulatedPlugin(platform, { editable: false }) });
    const id = await createAndWait(instance);
    expect(await refusalOf(instance.portcullis.integrations.update(ADMIN, id, bodyOf()))).toMatchObject({
      code: 'TYPE_NOT_EDITABLE',
      statusCode: 400,
    });
  });
});

describe('PUT that renames an object to a used name', () => {
  it('does not change the other object, reports it, and is reverted', async () => {
    const instance = await createTestInstance();
    const { platform, portcullis } = instance;
    const id = await createAndWait(instance, bodyOf({ impersonation: { enabled: true, role: 'actors' } }));
    platform.tamper({ kind: 'role', name: 'actors' }, { mark: null });
    const before = platform.snapshot();
    await portcullis.integrations.update(ADMIN, id, bodyOf({ impersonation: { enabled: true, role: 'players' } }));
    expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'editError' });
    expect(platform.snapshot()).toEqual(before);
    const operation = (await portcullis.integrations.operations(ADMIN, id)).at(-1);
    expect(operation?.error).toMatchObject({
      class: 'already-exists',
      message: expect.stringContaining('A role named actors exists and was not made by Portcullis. It is left alone.'),
    });
  });
});

describe('PUT that renames an object to a name with a test', () => {
  const renamed = bodyOf({ impersonation: { enabled: true, role: 'players' } });

  it('is rejected by the test of that name, before any statement', async () => {
    const instance = await createTestInstance();
    const { platform, portcullis } = instance;
    const id = await createAndWait(instance, bodyOf({ impersonation: { enabled: true, role: 'actors' } }));
    platform.plant({ server: 'db.example.com:7000', kind: 'role', name: 'players' });
    const before = platform.snapshot();
    const refusal = await refusalOf(portcullis.integrations.update(ADMIN, id, renamed));
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('A role named players exists and was not made by Portcullis.'),
    });
    expect(platform.snapshot()).toEqual(before);
    expect(await portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
  });

  it('passes if the role of that name is the renamed one', async () => {
    const instance = await createTestInstance();
    const { platform, portcullis } = instance;
    const id = await createAndWait(instance, bodyOf({ impersonation: { enabled: true, role: 'actors' } }));
    platform.tamper({ kind: 'role', name: 'actors' }, { name: 'players' });
    const response = await portcullis.integrations.update(ADMIN, id, renamed, { dryRun: true });
    expect(response.validationResults.validationTests).toContainEqual(
      expect.objectContaining({ id: 'impersonation-role-absent', status: 'passed' }),
    );
  });
});

describe('PUT in a status that forbids it', () => {
  it('is a 409 with the state, the operation and Retry-After while an operation runs', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const whenBusy = async (id: number, status: string) => {
      for (const call of [
        integrations.update(ADMIN, id, bodyOf()),
        integrations.update(ADMIN, id, { nonsense: true }),
      ]) {
        const refusal = await refusalOf(call);
        expect(refusal).toMatchObject({ code: 'INTEGRATION_BUSY', statusCode: 409, error: 'Conflict' });
        expect(refusal.message).toContain(status);
        expect(refusal.extras).toMatchObject({
          retryAfterSeconds: 5,
          details: { status, operationId: expect.any(Number) },
        });
      }
    };
    await integrations.create(ADMIN, bodyOf());
    await whenBusy(1, 'creating');
    await integrations.whenIdle(1);
    await integrations.update(ADMIN, 1, bodyOf({ retentionDays: 7 }));
    await whenBusy(1, 'editing');
    await integrations.whenIdle(1);
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    await whenBusy(1, 'deleting');
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'deleted' });
  });

  it('is a 409 that names POST when it is deleted or disabled', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    await createAndWait(instance);
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    await integrations.whenIdle(1);
    await createAndWait(instance);
    await integrations.remove(ADMIN, 2, undefined, { forceDisable: true });
    for (const [id, status] of [
      [1, 'deleted'],
      [2, 'disabled'],
    ] as const) {
      const refusal = await refusalOf(integrations.update(ADMIN, id, bodyOf()));
      expect(refusal).toMatchObject({ code: 'INTEGRATION_ENDED', statusCode: 409 });
      expect(refusal.message).toMatch(new RegExp(`is ${status}.*POST /integrations`));
    }
  });

  it('lets one of two concurrent requests succeed; the other one is a 409', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const results = await Promise.allSettled([
      instance.portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 7 })),
      instance.portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 8 })),
    ]);
    expect(results.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
    const [lost] = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(lost).toMatchObject({ code: 'INTEGRATION_BUSY', statusCode: 409 });
    expect(await instance.portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect(instance.platform.openSessions).toBe(0);
  });

  it.each([{}, { dryRun: true }])(
    'is a 409, not a failed validation, when a DELETE was faster: %o',
    async (options) => {
      const instance = await createTestInstance();
      const id = await createAndWait(instance);
      const { integrations } = instance.portcullis;
      instance.platform.refuseConnections({ with: 'hang' });
      let refusal: unknown;
      void refusalOf(integrations.update(ADMIN, id, bodyOf({ retentionDays: 7 }), options)).then((found) => {
        refusal = found;
      });
      await integrations.remove(ADMIN, id, undefined, { forceDisable: true });
      const nextDeadline = () => {
        instance.clock.advance(120_000);
        return refusal;
      };
      await expect.poll(nextDeadline).toBeDefined();
      expect(refusal).toMatchObject({ statusCode: 409, code: 'INTEGRATION_ENDED' });
      expect(instance.platform.openSessions).toBe(0);
    },
  );
});

describe('manual integrations', () => {
  const manual = (config: object = {}) => bodyOf({ username: 'gov_account', ...config }, { autoBootstrap: false });
  const script = async (instance: TestInstance, kind: 'initial-create' | 'create' | 'edit', config: object = {}) => {
    const body = manual(config) as { config: object };
    const response = await instance.portcullis.integrations.script(ADMIN, kind, body);
    runScript(instance.platform, {
      plugin: instance.plugin,
      config: { ...SIMULATED_CONFIG, ...body.config },
      script: response.script,
      secrets: { servicePassword: SIMULATED_CONFIG.password },
    });
    return response;
  };

  it('are rejected with the missing objects until the scripts were run, then enabled without set-up statements', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    expect(await refusalOf(integrations.create(ADMIN, manual()))).toMatchObject({ statusCode: 422 });
    await script(instance, 'initial-create');
    const refusal = await refusalOf(integrations.create(ADMIN, manual()));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(refusal.message).toContain('schema portcullis');
    await script(instance, 'create');
    const before = instance.platform.statements.length;
    const id = await createAndWait(instance, manual());
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    expect(instance.platform.statements.slice(before).map(({ actor, text }) => [actor, text.slice(0, 16)])).toEqual([
      ['service', 'CREATE PARAMETER'],
    ]);
    expect((await ledger(instance)).map(({ key, origin }) => [key, origin])).toEqual([
      ['database', 'manual'],
      ['log-procedure', 'manual'],
      ['membership', 'manual'],
      ['readers', 'manual'],
      ['retention', 'created'],
      ['schema', 'manual'],
      ['service-account', 'manual'],
    ]);
  });

  it('are also edited by script: PUT checks that it was run, and the ledger follows', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    await script(instance, 'initial-create');
    await script(instance, 'create');
    const id = await createAndWait(instance, manual());
    const rich = { impersonation: { enabled: true, role: 'actors' }, retentionDays: 7 };
    const refusal = await refusalOf(integrations.update(ADMIN, id, manual(rich)));
    expect(refusal).toMatchObject({ statusCode: 422 });
    expect(refusal.message).toContain('role actors');
    const edit = await script(instance, 'edit', rich);
    expect(edit.script).toContain('CREATE ROLE "actors"');
    expect(edit.script).not.toContain('PARAMETER');
    await integrations.update(ADMIN, id, manual(rich));
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect((await ledger(instance)).map((row) => row.key)).toContain('impersonation-role');

    expect((await refusalOf(integrations.update(ADMIN, id, manual()))).message).toContain('Still there: role actors');
    await script(instance, 'edit');
    await integrations.update(ADMIN, id, manual({ password: '[REDACTED]', username: '[REDACTED]' }));
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect((await ledger(instance)).map((row) => row.key)).not.toContain('impersonation-role');
  });

  it('are rejected if PUT cannot see whether the edit script was run, in either direction', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    await script(instance, 'initial-create');
    await script(instance, 'create');
    const id = await createAndWait(instance, manual());
    const rich = { impersonation: { enabled: true, role: 'actors' } };
    const blind = async (config: object) => {
      const show = instance.platform.hide('role');
      const refusal = await refusalOf(integrations.update(ADMIN, id, manual(config)));
      show();
      expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
      expect(refusal.message).toMatch(/cannot see whether the edit script was run.*role actors/);
      await integrations.update(ADMIN, id, manual(config));
      expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    };
    await script(instance, 'edit', rich);
    await blind(rich);
    await script(instance, 'edit');
    await blind({});
  });

  it('are rejected if the edit script should have altered an object and was not run', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const sized = (size: number) => ({ volume: { size } });
    await script(instance, 'initial-create', sized(10));
    await script(instance, 'create', sized(10));
    const id = await createAndWait(instance, manual(sized(10)));
    const refusal = await refusalOf(integrations.update(ADMIN, id, manual(sized(20))));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(refusal.message).toMatch(/Still as before: volume .*Run the edit script/);
    await script(instance, 'edit', sized(20));
    await integrations.update(ADMIN, id, manual(sized(20)));
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
  });

  it('keep the name of their account, because names of objects contain it', async () => {
    const instance = await createTestInstance();
    await script(instance, 'initial-create');
    await script(instance, 'create');
    const id = await createAndWait(instance, manual());
    const refusal = await refusalOf(instance.portcullis.integrations.update(ADMIN, id, manual({ username: 'other' })));
    expect(refusal.message).toContain('config.username');
  });
});
