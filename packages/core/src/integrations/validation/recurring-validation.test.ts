import { setImmediate } from 'node:timers/promises';
import { definePlugin, definitionOf } from '@portcullis/plugin-api';
import { createFakeClock, createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';

const MINUTE_MS = 60_000;

/** Lets the fake time pass, minute by minute, with what falls due in between. */
async function passMinutes({ clock }: TestInstance, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS);
    for (let tick = 0; tick < 20; tick += 1) await setImmediate();
  }
}

const kindsOf = ({ events }: TestInstance): readonly unknown[] =>
  events.filter(({ name }) => name === 'notification.published').map(({ event }) => event.kind);

describe('the validation of a stored integration', () => {
  it('passes without privileged credentials', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = instance.platform.statements.length;
    expect(await instance.portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
    expect(instance.platform.statements).toHaveLength(before);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    await instance.portcullis.close();
    expect(instance.platform.openSessions).toBe(0);
  });

  it('names the rotation of the secret as the remedy if the platform refuses the account of an automatic set-up', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const automatic = await createAndWait(instance);
    platform.refuseConnections({ with: 'credentials' });
    const { validationTests } = await portcullis.integrations.validate(ADMIN, automatic);
    const refused = validationTests.find(({ failureClass }) => failureClass === 'credentials');
    expect(refused?.message).toContain('rotate the secret with privileged credentials');
    expect(refused?.message).not.toContain('Check the account');
    await portcullis.close();
  });

  it('moves to recurringValidationError and back, with a notification each time', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createAndWait(instance);
    const accept = platform.refuseConnections({ with: 'credentials' });
    expect(await portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'failed' });
    expect(await portcullis.integrations.get(ADMIN, id)).toMatchObject({
      integration: { status: 'recurringValidationError', validationResults: { status: 'failed' } },
    });
    accept();
    await portcullis.integrations.validate(ADMIN, id);
    expect(await portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    const checks = ['nativeIntegrationValidationFailed', 'healthCheckFailed', 'healthCheckResolved'];
    expect(kindsOf(instance).filter((kind) => checks.includes(String(kind)))).toEqual(checks);
    await portcullis.close();
  });

  it('that fails again for another reason replaces the reason of the status', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createAndWait(instance);
    const reasonOf = async () => (await portcullis.integrations.get(ADMIN, id)).integration.statusReason;
    const accept = platform.refuseConnections({ with: 'credentials', message: 'The account is locked.' });
    await portcullis.integrations.validate(ADMIN, id);
    expect(await reasonOf()).toContain('The account is locked.');
    accept();
    platform.refuseConnections({ with: 'network', message: 'The host is gone.' });
    await portcullis.integrations.validate(ADMIN, id);
    expect(await reasonOf()).toContain('The host is gone.');
    expect(await portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'recurringValidationError' });
    await portcullis.close();
  });

  it('keeps the reason of a failed edit', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createAndWait(instance);
    platform.inject({ at: 'ALTER PARAMETER', effect: { fail: 'missing-grant' } });
    await portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 90 }));
    await portcullis.integrations.whenIdle(id);
    const { integration: before } = await portcullis.integrations.get(ADMIN, id);
    platform.refuseConnections({ with: 'network' });
    await portcullis.integrations.validate(ADMIN, id);
    const { integration: after } = await portcullis.integrations.get(ADMIN, id);
    expect(before.status).toBe('editError');
    expect(after.validationResults.status).toBe('failed');
    expect(after.statusReason).toBe(before.statusReason);
    await portcullis.close();
  });

  it('that the caller aborts changes no status, and sends no notification', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const id = await createAndWait(instance);
    const before = (await integrations.get(ADMIN, id)).integration;
    instance.platform.refuseConnections({ with: 'hang' });
    const gone = new AbortController();
    const call = integrations.validate({ ...ADMIN, signal: gone.signal }, id);
    await setImmediate();
    gone.abort(new Error('The caller has gone.'));
    await expect(call).rejects.toThrow('The caller has gone.');
    expect((await integrations.get(ADMIN, id)).integration).toEqual(before);
    expect(kindsOf(instance)).not.toContain('healthCheckFailed');
    await instance.portcullis.close();
  });

  it('is rejected for an unknown integration and for callers without APPLICATION_ADMIN', async () => {
    const { portcullis } = await createTestInstance();
    await expect(portcullis.integrations.validate(ADMIN, 7)).rejects.toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
    const user = { principal: { ...ADMIN.principal, permissions: [] } };
    await expect(portcullis.integrations.validate(user, 7)).rejects.toMatchObject({ code: 'PERMISSION_MISSING' });
    await portcullis.close();
  });
});

describe('the recurring validation', () => {
  it('finds failures by itself, once per period', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: 10 * MINUTE_MS } });
    const id = await createAndWait(instance);
    const statusOf = () => instance.portcullis.integrations.status(ADMIN, id);
    const accept = instance.platform.refuseConnections({ with: 'network' });
    await passMinutes(instance, 12);
    expect(await statusOf()).toEqual({ id, status: 'recurringValidationError' });
    await passMinutes(instance, 24);
    accept();
    await passMinutes(instance, 12);
    expect(await statusOf()).toEqual({ id, status: 'enabled' });
    await passMinutes(instance, 24);
    const moves = instance.events.filter(({ name }) => name === 'integration.status').map(({ event }) => event);
    expect(moves.slice(-2)).toMatchObject([
      { integrationId: id, from: 'enabled', to: 'recurringValidationError', event: 'validation-failed' },
      { integrationId: id, from: 'recurringValidationError', to: 'enabled', event: 'validation-passed' },
    ]);
    // Once each, however many rounds went by.
    const checks = ['nativeIntegrationValidationFailed', 'healthCheckFailed', 'healthCheckResolved'];
    expect(kindsOf(instance).filter((kind) => checks.includes(String(kind)))).toEqual(checks);
    await instance.portcullis.close();
  });

  it('is off if its period is 0, and applies a new period without a restart', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: 0 } });
    const id = await createAndWait(instance);
    instance.platform.refuseConnections({ with: 'network' });
    await passMinutes(instance, 30);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    await instance.portcullis.settings.update(ADMIN, { recurringValidationPeriodMs: 10 * MINUTE_MS });
    await passMinutes(instance, 2);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({
      id,
      status: 'recurringValidationError',
    });
    await instance.portcullis.close();
  });
});

describe('drift in the recurring validation', () => {
  const changesOf = ({ events }: TestInstance) =>
    events.filter(({ name }) => name === 'integration.drift').map(({ event }) => event);

  it('is reported once when it appears and once when it is repaired, without a change of status', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createAndWait(instance);
    await passMinutes(instance, 70);
    expect(changesOf(instance)).toEqual([]);
    platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    await passMinutes(instance, 150);
    expect(changesOf(instance)).toMatchObject([
      {
        integrationId: id,
        type: 'Simulated',
        change: 'appeared',
        findings: [{ state: 'changed', kind: 'parameter', name: 'retention' }],
      },
    ]);
    expect(await portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    // A run that cannot observe the platform does not report that the drift is gone.
    const accept = platform.refuseConnections({ with: 'credentials' });
    await passMinutes(instance, 80);
    accept();
    platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 30 } });
    await passMinutes(instance, 150);
    expect(changesOf(instance).map(({ change }) => change)).toEqual(['appeared', 'disappeared']);
    await portcullis.close();
    expect(platform.openSessions).toBe(0);
  });

  it('can be switched off', async () => {
    const instance = await createTestInstance({ integrations: { transientRetries: 0, driftDetection: false } });
    await createAndWait(instance);
    instance.platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    await passMinutes(instance, 150);
    expect(changesOf(instance)).toEqual([]);
    expect(await instance.store.find('driftReports')).toEqual([]);
    await instance.portcullis.close();
  });
});

describe('the expiry of secrets', () => {
  const DAY_MS = 86_400_000;

  it('is reported daily from two weeks before, for tokens with an expiry and for generated secrets', async () => {
    const clock = createFakeClock();
    const tokenEnds = clock.now() + 20 * DAY_MS;
    const platform = createSimulatedPlatform();
    const definition = definitionOf(simulatedPlugin(platform));
    const plugin = definePlugin({
      ...definition,
      generatedSecrets: { servicePassword: { length: 32, validDays: 18 } },
      expiries: ({ password }: { password?: string }) =>
        password === undefined ? [{ secret: 'token', expiresAt: tokenEnds }] : [],
    });
    const instance = await createTestInstance({ platform, plugin, clock });
    const { portcullis } = instance;
    const id = await createAndWait(instance);
    const emitted: unknown[] = [];
    portcullis.events.on('secret.expiring', ({ secret, expired, expiresAt }) => {
      emitted.push(`${secret} ${expired} in ${Math.round((Date.parse(expiresAt) - clock.now()) / DAY_MS)}`);
    });
    await portcullis.settings.update(ADMIN, { recurringValidationPeriodMs: DAY_MS / 4 });
    const isRoundUnderWay = async (): Promise<boolean> =>
      (await instance.store.count('leases', { name: 'recurring-validation:running', until: { gt: clock.now() } })) > 0;
    const passDays = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += 1) {
        for (let scan = 0; scan < 8; scan += 1) {
          clock.advance(DAY_MS / 8);
          for (let tick = 0; tick < 20; tick += 1) await setImmediate();
          while (await isRoundUnderWay()) await setImmediate();
        }
      }
    };
    await passDays(3);
    expect(emitted).toEqual([]);
    await passDays(2);
    expect(emitted.filter((each) => String(each).startsWith('servicePassword false'))).not.toEqual([]);
    expect(emitted.length).toBeLessThanOrEqual(2);
    emitted.length = 0;
    await passDays(3);
    expect(emitted).toEqual(expect.arrayContaining([expect.stringMatching(/^token false/)]));
    // It is emitted once a day, at an unspecified time.
    await passDays(14);
    expect(emitted).toEqual(expect.arrayContaining([expect.stringMatching(/^token true/)]));
    emitted.length = 0;
    await portcullis.integrations.rotateSecret(ADMIN, id, CREDENTIALS);
    await portcullis.integrations.whenIdle(id);
    await passDays(2);
    expect(emitted.every((each) => String(each).startsWith('token'))).toBe(true);
    await portcullis.close();
  });
});

describe('an integration with a failed check', () => {
  it.each(['edit', 'rotation'] as const)(
    'that works again after an %s causes a notification, and shows no failed test',
    async (what) => {
      const instance = await createTestInstance();
      const { portcullis, platform } = instance;
      const id = await createAndWait(instance);
      const accept = platform.refuseConnections({ with: 'credentials', actor: 'service' });
      await portcullis.integrations.validate(ADMIN, id);
      accept();
      expect(await portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'recurringValidationError' });
      if (what === 'edit') await portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 3 }));
      else await portcullis.integrations.rotateSecret(ADMIN, id, CREDENTIALS);
      expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
      expect(kindsOf(instance).filter((kind) => kind === 'healthCheckResolved')).toHaveLength(1);
      const { integration } = await portcullis.integrations.get(ADMIN, id);
      expect(integration.validationResults.status).toBe('passed');
      await portcullis.close();
    },
  );
});

describe('nodes of one store', () => {
  it('share the runs: one of them checks, and restarts advance none', async () => {
    const memory = createMemoryStore();
    const store = overrideStore(memory, { shared: true });
    const platform = createSimulatedPlatform();
    const plugin = simulatedPlugin(platform);
    const clock = createFakeClock();
    const nodes: TestInstance[] = [];
    const open = async () => {
      const node = await createTestInstance({ platform, plugin, store, clock });
      nodes.push(node);
      return node;
    };
    const first = await open();
    await createAndWait(first);
    await open();
    const checks = () =>
      nodes.flatMap(({ events }) =>
        events.filter(({ name, event }) => name === 'validation.test' && event.operation === 'recurring'),
      ).length;
    let one = 0;
    for (let minute = 1; minute <= 360; minute += 1) {
      await passMinutes(first, 1);
      if (one === 0) one = checks();
      if (minute % 90 === 0) await open();
    }
    const rounds = checks() / one;
    expect([5, 6, 7]).toContain(rounds);
  });
});

describe('a run of the recurring validation', () => {
  const PERIOD_MS = 10 * MINUTE_MS;
  const ROUND = 'recurring-validation:running';
  const startsOf = ({ events }: TestInstance) => events.filter(({ name }) => name === 'validation.started');

  it('does not begin while another node has one', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: PERIOD_MS } });
    await createAndWait(instance);
    const until = () => instance.clock.now() + 10.5 * MINUTE_MS;
    await instance.store.insert('leases', { name: ROUND, owner: 'other', generation: 1, until: until() });
    const before = startsOf(instance).length;
    for (let renewal = 0; renewal < 3; renewal += 1) {
      await instance.store.update('leases', { name: ROUND }, { until: until() });
      await passMinutes(instance, 10);
    }
    expect(startsOf(instance)).toHaveLength(before);
    await instance.portcullis.close();
  });

  it('keeps its lease for ten minutes after each integration', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: PERIOD_MS } });
    const { portcullis, store, clock } = instance;
    await createAndWait(instance);
    const held: Promise<unknown>[] = [];
    portcullis.events.on('validation.started', () => {
      held.push(store.find('leases', { where: { name: ROUND } }).then(([lease]) => (lease?.until ?? 0) - clock.now()));
    });
    for (let minute = 0; minute < 30 && held.length === 0; minute += 1) await passMinutes(instance, 1);
    expect(await held[0]).toBe(PERIOD_MS);
    await portcullis.close();
  });

  it('writes nothing for a suspended tenant with its own period, and resumes with the tenant', async () => {
    const instance = await createTestInstance();
    const { portcullis, store } = instance;
    await portcullis.tenants.create({ id: 'acme' });
    await portcullis.tenant('acme').settings.update(ADMIN, { recurringValidationPeriodMs: 5 * MINUTE_MS });
    await portcullis.tenants.suspend('acme');
    const leases = () => store.scoped('acme').count('leases', {});
    await passMinutes(instance, 10);
    expect(await leases()).toBe(0);
    await portcullis.tenants.resume('acme');
    await passMinutes(instance, 10);
    expect(await leases()).toBeGreaterThan(0);
  });

  it('that the end of the process interrupts changes no status', async () => {
    const store = { ...createMemoryStore(), close: async () => {} };
    const instance = await createTestInstance({ store, settings: { recurringValidationPeriodMs: PERIOD_MS } });
    await createAndWait(instance);
    instance.platform.refuseConnections({ with: 'hang' });
    const isBegun = () => instance.events.some(({ event }) => event.operation === 'recurring');
    while (!isBegun()) await passMinutes(instance, 1);
    await instance.portcullis.close();
    expect(await store.find('integrations')).toMatchObject([{ status: 'enabled', statusReason: null }]);
    expect(kindsOf(instance)).not.toContain('healthCheckFailed');
  });
});

describe('the notifications of a failed check', () => {
  it.each(['nativeIntegrationValidationFailed', 'healthCheckFailed'])(
    'name the integration, its type and the reason in %s',
    async (kind) => {
      const instance = await createTestInstance();
      const { portcullis, platform, store } = instance;
      const id = await createAndWait(instance);
      platform.refuseConnections({ with: 'credentials', message: 'Locked.' });
      await portcullis.integrations.validate(ADMIN, id);
      const [event] = await store.find('events', { where: { kind } });
      const { metadata } = JSON.parse(Buffer.from(event?.payload as Uint8Array).toString());
      expect(metadata).toMatchObject({
        integrationId: id,
        integrationType: 'Simulated',
        reason: expect.stringContaining('Locked.'),
      });
      await portcullis.close();
    },
  );
});
