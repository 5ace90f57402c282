import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  createSettled,
  createTestInstance,
  type TestInstance,
} from '../../tests/support/create-test-instance.ts';

const MINUTE_MS = 60_000;

/** Lets the fake time pass, minute by minute, with what falls due in between. */
async function passMinutes({ clock }: TestInstance, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }
}

const kindsOf = ({ events }: TestInstance): readonly unknown[] =>
  events.filter(({ name }) => name === 'notification.published').map(({ event }) => event.kind);

describe('validating a stored integration', () => {
  it('says that it passes, without privileged credentials', async () => {
    const instance = await createTestInstance();
    const id = await createSettled(instance);
    const before = instance.platform.statements.length;
    expect(await instance.portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
    expect(instance.platform.statements).toHaveLength(before);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    await instance.portcullis.close();
    expect(instance.platform.openSessions).toBe(0);
  });

  it('moves to recurringValidationError and back, and tells webhooks both times', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createSettled(instance);
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

  it('is refused for an unknown integration and for callers who are no administrators', async () => {
    const { portcullis } = await createTestInstance();
    await expect(portcullis.integrations.validate(ADMIN, 7)).rejects.toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
    const user = { principal: { ...ADMIN.principal, permissions: [] } };
    await expect(portcullis.integrations.validate(user, 7)).rejects.toMatchObject({ code: 'PERMISSION_MISSING' });
    await portcullis.close();
  });
});

describe('the recurring validation', () => {
  it('finds by itself what broke, once a period', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: 10 * MINUTE_MS } });
    const id = await createSettled(instance);
    instance.platform.refuseConnections({ with: 'network' });
    await passMinutes(instance, 12);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({
      id,
      status: 'recurringValidationError',
    });
    await instance.portcullis.close();
  });

  it('is off when its period is 0, and takes a change of the period without a restart', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: 0 } });
    const id = await createSettled(instance);
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

  it('is told when it appears and when it is gone, once each, and moves no status', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createSettled(instance);
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
    // Whoever cannot look does not say that the drift is gone.
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
    await createSettled(instance);
    instance.platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    await passMinutes(instance, 150);
    expect(changesOf(instance)).toEqual([]);
    expect(await instance.store.find('driftReports')).toEqual([]);
    await instance.portcullis.close();
  });
});
