import { createSimulatedPlatform, type SimulatedPluginOptions, simulatedPlugin } from '@portcullis/testing';
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
import type { AllTenantsStore } from '../../index.ts';

type Rotation = NonNullable<SimulatedPluginOptions['rotation']>;
const ROTATIONS: readonly Rotation[] = ['two-credentials', 'one-credential', 'own', 'set'];
const bodyFor = (rotation: Rotation) => (rotation === 'own' ? undefined : CREDENTIALS);

async function setUp(rotation: Rotation = 'two-credentials') {
  const platform = createSimulatedPlatform();
  const plugin = simulatedPlugin(platform, { rotation });
  const instance = await createTestInstance({ platform, plugin });
  const id = await createAndWait(instance);
  return { ...instance, id };
}

/** The passwords of the service account by credential, as the platform has them. */
function passwords({ platform }: TestInstance): Readonly<Record<string, string>> {
  const account = platform.objects.find(({ kind }) => kind === 'user');
  return Object.fromEntries(Object.entries(account?.secrets ?? {}).map(([name, { text }]) => [name, text]));
}

/** Rotates and waits for the end. */
async function rotate({ portcullis }: TestInstance, rotation: Rotation) {
  await portcullis.integrations.rotateSecret(ADMIN, 1, bodyFor(rotation));
  return portcullis.integrations.whenIdle(1);
}

/** The service account can sign in with what is stored, and nothing is staged any more. */
async function expectWorking(instance: TestInstance): Promise<void> {
  expect(await instance.portcullis.integrations.validate(ADMIN, 1)).toMatchObject({ status: 'passed' });
  expect(await instance.store.count('secrets', { status: 'staged' })).toBe(0);
}

describe.each(ROTATIONS)('the rotation of a secret (%s)', (rotation) => {
  it('sets a second secret, tests it, stores it and removes the first one, repeatedly', async () => {
    const instance = await setUp(rotation);
    const seen = new Set(Object.values(passwords(instance)));
    for (let round = 1; round <= 3; round += 1) {
      expect(await rotate(instance, rotation)).toEqual({ id: 1, status: 'enabled' });
      const now = Object.values(passwords(instance));
      expect(now).toHaveLength(1);
      expect(seen).not.toContain(now[0]);
      seen.add(now[0] as string);
      await expectWorking(instance);
    }
    const moves = instance.events.filter(({ name }) => name === 'integration.status').map(({ event }) => event.to);
    expect(moves.slice(-2)).toEqual(['editing', 'enabled']);
  });

  it('has its own plan, which a dry run shows without changes, and which the journal matches', async () => {
    const instance = await setUp(rotation);
    const { integrations } = instance.portcullis;
    const before = await dumpStore(instance.store, ['settings']);
    const dry = await integrations.rotateSecret(ADMIN, 1, bodyFor(rotation), { dryRun: true });
    expect(await dumpStore(instance.store, ['settings'])).toBe(before);
    if (!('plan' in dry)) throw new Error('A dry run has a plan.');
    // The account needs only itself to replace its own secret; another account must change it.
    const privileges = [rotation === 'own' ? 'own password on user gov_service' : 'ALTER USER on server'];
    for (const step of dry.plan.steps) expect(step.privileges).toEqual(privileges);
    expect(dry).toMatchObject({ validationResults: { status: 'passed' }, plan: { operation: 'rotate' } });
    expect(dry.plan.steps[0]).toMatchObject({
      action: 'alter',
      statement: expect.stringContaining('{{servicePassword}}'),
      actor: rotation === 'own' ? 'service' : 'setup',
      inverse: [expect.any(String)],
    });
    expect(await refusalOf(integrations.rotateSecret(ADMIN, 1, bodyFor(rotation), { ifPlan: 'other' }))).toMatchObject({
      code: 'PLAN_CHANGED',
    });
    await integrations.rotateSecret(ADMIN, 1, bodyFor(rotation), { ifPlan: dry.plan.hash });
    await integrations.whenIdle(1);
    const operation = (await integrations.operations(ADMIN, 1)).at(-1);
    expect(operation).toMatchObject({ kind: 'rotate', status: 'succeeded', planHash: dry.plan.hash });
    const journaled = operation?.journal.filter(({ action }) => action !== 'store').map(({ statement }) => statement);
    expect(journaled).toEqual(dry.plan.steps.map(({ statement }) => statement));
  });

  it('that the platform rejects leaves the first secret in place', async () => {
    const instance = await setUp(rotation);
    const before = passwords(instance);
    instance.platform.inject({ at: /^ALTER USER .* SET/, effect: { fail: 'missing-grant' } });
    expect(await rotate(instance, rotation)).toEqual({ id: 1, status: 'editError' });
    expect(passwords(instance)).toEqual(before);
    await expectWorking(instance);
    const [, operation] = await instance.portcullis.integrations.operations(ADMIN, 1);
    const missing =
      rotation === 'own'
        ? { privilege: 'own password', on: 'user gov_service' }
        : { privilege: 'ALTER USER', on: 'server' };
    expect(operation?.error).toMatchObject({
      class: 'missing-grant',
      object: { key: 'service-account' },
      missing: [missing],
    });
    expect(await rotate(instance, rotation)).toEqual({ id: 1, status: 'enabled' });
    await expectWorking(instance);
  });

  it('whose new secret fails restores the first one', async () => {
    const instance = await setUp(rotation);
    const before = passwords(instance);
    const refusal = { actor: 'service', with: 'credentials', times: 1 } as const;
    const [first] = instance.platform.objects;
    expect(first).toBeDefined();
    // Refused when the new secret is tried: after the statement that set it.
    const stop = instance.platform.onStatement(({ when }) => {
      if (when === 'after') {
        instance.platform.refuseConnections(refusal);
        stop();
      }
    });
    expect(await rotate(instance, rotation)).toEqual({ id: 1, status: 'editError' });
    expect(passwords(instance)).toEqual(before);
    await expectWorking(instance);
    const [, operation] = await instance.portcullis.integrations.operations(ADMIN, 1);
    expect(operation?.journal.at(-1)).toMatchObject({ direction: 'compensation', status: 'done' });
  });

  it.each(['applied', 'not-applied'] as const)('whose reply is lost (%s) determines its outcome', async (what) => {
    const instance = await setUp(rotation);
    instance.platform.inject({ at: /^ALTER USER .* SET/, effect: { loseReply: what } });
    const { status } = await rotate(instance, rotation);
    expect(status).toBe(what === 'applied' ? 'enabled' : 'editError');
    await expectWorking(instance);
    expect(Object.values(passwords(instance))).toHaveLength(1);
  });

  it('that crashes at any statement leaves a working secret, and a repetition completes it', async () => {
    let deaths = 0;
    for (const number of [1, 2, 3]) {
      for (const when of ['before', 'after'] as const) {
        const instance = await setUp(rotation);
        const dead = instance.platform.killAt(number, when);
        await instance.portcullis.integrations.rotateSecret(ADMIN, 1, bodyFor(rotation));
        const end = instance.portcullis.integrations.whenIdle(1).then(() => 'survived' as const);
        if ((await Promise.race([dead.then(() => 'died' as const), end])) === 'survived') continue;
        deaths += 1;
        const { platform, plugin, store, clock } = instance;
        const next = await createTestInstance({ platform, plugin, store, clock });
        const { status } = await next.portcullis.integrations.status(ADMIN, 1);
        expect(['editError', 'enabled'], `${number} ${when}`).toContain(status);
        await expectWorking(next);
        expect(await rotate(next, rotation), `${number} ${when}`).toEqual({ id: 1, status: 'enabled' });
        await expectWorking(next);
        expect(Object.values(passwords(next)), `${number} ${when}`).toHaveLength(1);
      }
    }
    expect(deaths).toBeGreaterThanOrEqual(2);
  });

  it.each(['before', 'after'] as const)(
    'that dies %s its statement lets PUT and DELETE continue with the correct secret',
    async (when) => {
      for (const next of ['update', 'remove'] as const) {
        const instance = await setUp(rotation);
        const dead = instance.platform.killAt(1, when);
        await instance.portcullis.integrations.rotateSecret(ADMIN, 1, bodyFor(rotation));
        await dead;
        const { platform, plugin, store, clock } = instance;
        const { portcullis } = await createTestInstance({ platform, plugin, store, clock });
        if (next === 'update') await portcullis.integrations.update(ADMIN, 1, bodyOf({ retentionDays: 5 }));
        else await portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
        const wanted = next === 'update' ? 'enabled' : 'deleted';
        expect(await portcullis.integrations.whenIdle(1), next).toEqual({ id: 1, status: wanted });
        if (next === 'remove') expect(platform.objects.filter(({ kind }) => kind === 'user')).toEqual([]);
      }
    },
  );

  it('reveals neither old nor new secrets', async () => {
    const instance = await setUp(rotation);
    instance.platform.inject({ at: /^ALTER USER .* SET/, effect: { fail: 'missing-grant' } });
    await rotate(instance, rotation);
    await rotate(instance, rotation);
    const secrets = instance.platform.statements.flatMap(({ revealed }) => /'([^']{32})'/.exec(revealed)?.[1] ?? []);
    expect(new Set(secrets).size).toBeGreaterThanOrEqual(3);
    const shown = [
      await dumpStore(instance.store),
      JSON.stringify(instance.events),
      JSON.stringify(instance.logger.entries),
      JSON.stringify(await instance.portcullis.integrations.operations(ADMIN, 1)),
    ].join('\n');
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });
});

describe('a rotation', () => {
  it.each(['two-credentials', 'set'] as const)(
    'that could not remove the old secret reports it, and the next one removes it (%s)',
    async (rotation) => {
      const instance = await setUp(rotation);
      instance.platform.inject({ at: /UNSET/, effect: { fail: 'missing-grant' } });
      expect(await rotate(instance, rotation)).toEqual({ id: 1, status: 'enabled' });
      expect(Object.values(passwords(instance))).toHaveLength(2);
      const [record] = await instance.store.find('integrations');
      expect(record?.statusReason).toContain('could not be removed');
      expect(await rotate(instance, rotation)).toEqual({ id: 1, status: 'enabled' });
      expect(Object.values(passwords(instance))).toHaveLength(1);
      await expectWorking(instance);
    },
  );

  it('of a set of passwords keeps an old one only until it is removed', async () => {
    const instance = await setUp('set');
    const kept = () => instance.store.count('secrets', { status: 'retiring' });
    instance.platform.inject({ at: /UNSET/, effect: { fail: 'missing-grant' } });
    await rotate(instance, 'set');
    expect(await kept()).toBe(1);
    await rotate(instance, 'set');
    expect(await kept()).toBe(0);
  });

  it('of a set of passwords plans the removal of each old one', async () => {
    const instance = await setUp('set');
    instance.platform.inject({ at: /UNSET/, effect: { fail: 'missing-grant' } });
    await rotate(instance, 'set');
    const dry = await instance.portcullis.integrations.rotateSecret(ADMIN, 1, CREDENTIALS, { dryRun: true });
    if (!('plan' in dry)) throw new Error('A dry run has a plan.');
    expect(dry.plan.steps.map(({ statement }) => statement.split(' ').slice(3, 4)[0])).toEqual([
      'SET',
      'UNSET',
      'UNSET',
    ]);
  });

  it('does not stay busy if the store fails right after the rotation was stored', async () => {
    const memory = createMemoryStore();
    let isFailing = false;
    const find: AllTenantsStore['find'] = (table, query) => {
      if (!isFailing) return memory.allTenants.find(table, query);
      isFailing = false;
      return Promise.reject(new Error('The connection was lost.'));
    };
    const instance = await createTestInstance({ store: overrideStore(memory, { find }) });
    const id = await createAndWait(instance);
    instance.portcullis.events.on('integration.status', ({ to }) => {
      isFailing ||= to === 'editing';
    });
    await instance.portcullis.integrations.rotateSecret(ADMIN, id, CREDENTIALS).catch(() => {});
    isFailing = false;
    expect(await instance.portcullis.integrations.whenIdle(id)).not.toMatchObject({ status: 'editing' });
  });

  it('repairs an account whose secret was lost, with privileged credentials', async () => {
    const instance = await setUp('own');
    const { integrations } = instance.portcullis;
    const account = instance.platform.objects.find(({ kind }) => kind === 'user');
    Object.assign(account ?? {}, { secrets: {} });
    const refused = await refusalOf(integrations.rotateSecret(ADMIN, 1, undefined));
    expect(refused).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('privileged credentials'),
    });
    await integrations.rotateSecret(ADMIN, 1, CREDENTIALS);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
    await expectWorking(instance);
  });

  it('needs no credentials if the account replaces its own secret, and rejects a list', async () => {
    const { portcullis } = await setUp('own');
    const dryRun = (body: unknown) => portcullis.integrations.rotateSecret(ADMIN, 1, body, { dryRun: true });
    for (const body of [undefined, null, {}]) expect(await dryRun(body)).toHaveProperty('plan');
    expect(await refusalOf(dryRun([]))).toMatchObject({ code: 'BODY_INVALID' });
  });

  it('sets no password for a foreign account with our name', async () => {
    const instance = await setUp('one-credential');
    const account = instance.platform.objects.find(({ kind }) => kind === 'user');
    instance.platform.lose({ kind: 'user', name: String(account?.name) });
    instance.platform.plant({ server: 'db.example.com:7000', kind: 'user', name: String(account?.name) });
    expect(await rotate(instance, 'one-credential')).toEqual({ id: 1, status: 'editError' });
    expect(passwords(instance)).toEqual({});
  });

  it('needs credentials, the correct version, and an idle integration with such a secret', async () => {
    const instance = await setUp();
    const { integrations } = instance.portcullis;
    const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
    expect(await codeOf(integrations.rotateSecret(ADMIN, 1, undefined))).toBe('CREDENTIALS_MISSING');
    expect(await codeOf(integrations.rotateSecret(ADMIN, 1, { ...CREDENTIALS, password: '[REDACTED]' }))).toBe(
      'REDACTED_VALUE',
    );
    expect(await codeOf(integrations.rotateSecret(ADMIN, 1, CREDENTIALS, { ifMatch: 99 }))).toBe('VERSION_MISMATCH');
    expect(await codeOf(integrations.rotateSecret(ADMIN, 2, CREDENTIALS))).toBe('INTEGRATION_NOT_FOUND');
    const user = { principal: { ...ADMIN.principal, permissions: [] } };
    expect(await codeOf(integrations.rotateSecret(user, 1, CREDENTIALS))).toBe('PERMISSION_MISSING');
    await integrations.rotateSecret(ADMIN, 1, CREDENTIALS);
    expect(await codeOf(integrations.rotateSecret(ADMIN, 1, CREDENTIALS))).toBe('INTEGRATION_BUSY');
    await integrations.whenIdle(1);
    instance.platform.inject({ at: /^DROP/, effect: { fail: 'missing-grant' } });
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    await integrations.whenIdle(1);
    const outOfTurn = await refusalOf(integrations.rotateSecret(ADMIN, 1, CREDENTIALS));
    expect(outOfTurn).toMatchObject({
      code: 'INTEGRATION_NOT_ENABLED',
      statusCode: 409,
      message: expect.stringContaining('deleteError'),
    });
  });

  it('does not exist for a manual set-up', async () => {
    const instance = await createTestInstance();
    await instance.portcullis.integrations.create(ADMIN, bodyOf({}, { autoBootstrap: true }));
    await instance.portcullis.integrations.whenIdle(1);
    await instance.store.update('integrations', { id: 1 }, { autoBootstrap: false });
    expect(await refusalOf(instance.portcullis.integrations.rotateSecret(ADMIN, 1, CREDENTIALS))).toMatchObject({
      code: 'ROTATION_NOT_AVAILABLE',
      statusCode: 400,
      message: expect.stringContaining('PUT'),
    });
  });
});
