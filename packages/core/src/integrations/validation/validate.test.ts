import type { TestOutcome } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SimulatedFailure, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse, ValidationTestResult } from '../../index.ts';

const RICH = { warehouse: 'wh', audit: { enabled: true }, impersonation: { enabled: true, role: 'actors' } };
const SERVER = 'db.example.com:7000';

async function dryRun(
  config: object = {},
  prepare: (platform: ReturnType<typeof createSimulatedPlatform>) => void = () => {},
) {
  const platform = createSimulatedPlatform();
  prepare(platform);
  const instance = await createTestInstance({ platform, plugin: simulatedPlugin(platform) });
  const response = (await instance.portcullis.integrations.create(ADMIN, bodyOf(config), {
    dryRun: true,
  })) as DryRunResponse;
  const find = (id: string) =>
    response.validationResults.validationTests.find((test) => test.id === id) as ValidationTestResult;
  return { instance, response, find, tests: response.validationResults.validationTests };
}

describe('validation', () => {
  it('lists every test once, in declared order, with derived ones after the test that they name', async () => {
    const { tests } = await dryRun(RICH, (platform) =>
      platform.plant({ server: SERVER, kind: 'warehouse', name: 'wh' }),
    );
    expect(tests.map((test) => [test.id, test.status])).toEqual([
      ['connection', 'passed'],
      ['service-connection', 'skipped'],
      ['privileges', 'passed'],
      ['database-absent', 'passed'],
      ['audit-log', 'passed'],
      ['log-readable', 'skipped'],
      ['warehouse-present', 'passed'],
      ['database-present', 'skipped'],
      ['account-present', 'skipped'],
      ['impersonation-role-absent', 'passed'],
      ['impersonation-role-present', 'skipped'],
      ['no-conflicting-objects', 'passed'],
      ['manual-setup-complete', 'skipped'],
      ['manual-removal-complete', 'skipped'],
    ]);
  });

  it('has the reason of each test that did not pass', async () => {
    const { tests } = await dryRun(RICH, (platform) => platform.answer('audit log', false));
    for (const test of tests.filter(({ status }) => status !== 'passed')) expect(test.message, test.name).toBeTruthy();
  });

  it('shows result rows unchanged', async () => {
    expect((await dryRun()).find('connection')).toMatchObject({
      result: [{ server: SERVER, version: '1.0' }],
      durationMs: 0,
    });
    expect((await dryRun()).find('privileges').result).toEqual([]);
  });

  it('fails with a mandatory test, warns with an optional one', async () => {
    const optional = await dryRun(RICH, (platform) => {
      platform.plant({ server: SERVER, kind: 'warehouse', name: 'wh' });
      platform.answer('audit log', false);
    });
    expect(optional.response.validationResults.status).toBe('warning');
    expect(optional.find('audit-log')).toMatchObject({ status: 'failed', failureClass: 'unsupported' });
    const mandatory = await dryRun(RICH);
    expect(mandatory.response.validationResults.status).toBe('failed');
    expect(mandatory.find('warehouse-present').message).toBe(
      'The warehouse wh does not exist. It must exist before the integration is set up.',
    );
  });

  it('never treats hidden objects as missing, or hidden names as free', async () => {
    const { find, response } = await dryRun(RICH, (platform) => {
      platform.hide('database');
      platform.hide('warehouse');
    });
    expect(find('database-absent')).toMatchObject({ status: 'warning', failureClass: 'missing-grant' });
    expect(find('warehouse-present')).toMatchObject({ status: 'warning', failureClass: 'missing-grant' });
    expect(response.validationResults.status).toBe('warning');
  });

  it('lists the tests of a disabled feature as skipped, with the setting', async () => {
    const { find, tests } = await dryRun();
    for (const id of ['impersonation-role-absent', 'impersonation-role-present'])
      expect(find(id)).toMatchObject({ status: 'skipped', message: 'impersonation.enabled is false.' });
    expect(tests.map(({ id }) => id).indexOf('impersonation-role-absent')).toBeGreaterThan(0);
    expect((await dryRun(RICH)).find('impersonation-role-absent')).toMatchObject({ status: 'passed' });
  });

  it('warns about a conflicting foreign object without a test of the plugin, like the plan', async () => {
    const { find, response, instance } = await dryRun({ volume: { size: 10 } }, (platform) =>
      platform.plant({ server: SERVER, kind: 'volume', name: 'gov_volume' }),
    );
    const message = 'The volume gov_volume exists and was not made by Portcullis: the set-up would stop there.';
    expect(find('no-conflicting-objects')).toMatchObject({
      name: 'No Conflicting Objects Exist',
      status: 'warning',
      failureClass: 'already-exists',
      message: expect.stringContaining(message),
    });
    expect(response.validationResults.status).toBe('warning');
    expect(response.plan.warnings).toEqual([message]);
    const { plan } = (await instance.portcullis.integrations.create(ADMIN, bodyOf(), {
      dryRun: true,
    })) as DryRunResponse;
    expect(plan.warnings).toEqual([]);
  });

  it('treats a failed observation as a failure of the gate', async () => {
    const platform = createSimulatedPlatform();
    const instance = await createTestInstance({ platform, plugin: simulatedPlugin(platform) });
    platform.answer('cluster', () => {
      throw new SimulatedFailure('network', 'the connection broke');
    });
    const { extras } = await refusalOf(instance.portcullis.integrations.create(ADMIN, bodyOf()));
    const { validationTests } = extras.validationResults as { validationTests: ValidationTestResult[] };
    expect(validationTests[0]).toMatchObject({
      id: 'connection',
      status: 'failed',
      failureClass: 'network',
      message: expect.stringMatching(/^the connection broke\. Check host, port, .*\.$/),
    });
    expect(new Set(validationTests.slice(1).map((test) => test.status))).toEqual(new Set(['skipped']));
    expect(
      instance.events.filter(
        ({ name, event }) => name === 'validation.test' && (event.test as ValidationTestResult).id === 'connection',
      ),
    ).toHaveLength(1);
    expect(platform.openSessions).toBe(0);
  });

  it.each([
    ['an unknown failure class', { failureClass: 'permission' }],
    ['a remedy without statements', { failureClass: 'missing-grant', remediation: { runAs: 'an administrator' } }],
  ])('treats a result with %s as a failure of the plugin', async (_what, more) => {
    const platform = createSimulatedPlatform();
    const outcome = { status: 'failed', message: 'No.', ...more } as TestOutcome;
    const plugin = simulatedPlugin(platform, {
      revise: (definition) => ({
        ...definition,
        tests: definition.tests.map((test) => (test.id === 'privileges' ? { ...test, run: () => outcome } : test)),
      }),
    });
    const { portcullis } = await createTestInstance({ platform, plugin });
    const { validationResults } = await portcullis.integrations.create(ADMIN, bodyOf(), { dryRun: true });
    expect(validationResults.validationTests.find(({ id }) => id === 'privileges')).toMatchObject({
      status: 'failed',
      failureClass: 'internal',
      message: expect.stringContaining('The test of the plugin returned a result that cannot be read.'),
    });
  });

  it('is reported to the host test by test', async () => {
    const instance = await createTestInstance();
    await createAndWait(instance);
    const emitted = instance.events
      .filter((each) => each.name === 'validation.test')
      .map(({ event }) => (event.test as ValidationTestResult).id);
    const { integration } = await instance.portcullis.integrations.get(ADMIN, 1);
    expect(emitted.toSorted()).toEqual(integration.validationResults.validationTests.map((test) => test.id).toSorted());
  });

  it('ends when the caller aborts, and leaves no session behind', async () => {
    const instance = await createTestInstance();
    instance.platform.refuseConnections({ with: 'hang' });
    const gone = new AbortController();
    const call = instance.portcullis.integrations.create({ ...ADMIN, signal: gone.signal }, bodyOf());
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort(new Error('The caller has gone.'));
    await expect(call).rejects.toThrow('The caller has gone.');
    expect(instance.platform.openSessions).toBe(0);
    expect(await instance.portcullis.integrations.list(ADMIN)).toEqual([]);
  });

  it('that the caller has aborted is repeated by the next request with its Idempotency-Key', async () => {
    const { platform, portcullis } = await createTestInstance();
    const accept = platform.refuseConnections({ with: 'hang' });
    const gone = new AbortController();
    const options = { idempotencyKey: 'create-1' };
    const call = portcullis.integrations.create({ ...ADMIN, signal: gone.signal }, bodyOf(), options);
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort(new Error('The caller has gone.'));
    await expect(call).rejects.toThrow('The caller has gone.');
    accept();
    expect(await portcullis.integrations.create(ADMIN, bodyOf(), options)).toMatchObject({ status: 'creating' });
  });

  it('stays within its budget with a platform that hangs: 422 with the class timeout', async () => {
    const instance = await createTestInstance({ integrations: { validationBudgetMs: { Simulated: 5000 } } });
    instance.platform.refuseConnections({ with: 'hang' });
    const call = refusalOf(instance.portcullis.integrations.create(ADMIN, bodyOf()));
    await new Promise((resolve) => setImmediate(resolve));
    instance.clock.advance(5000);
    const refusal = await call;
    expect(refusal).toMatchObject({ statusCode: 422 });
    expect(refusal.extras.validationResults).toMatchObject({
      validationTests: expect.arrayContaining([expect.objectContaining({ id: 'connection', failureClass: 'timeout' })]),
    });
  });
});
