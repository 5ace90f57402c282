import { createSimulatedPlatform, runScript, SIMULATED_CONFIG } from '@portcullis/testing';
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
import type { DryRunResponse, OperationResponse, ServiceError, ValidationResults } from '../../index.ts';

const RICH = { audit: { enabled: true }, impersonation: { enabled: true, role: 'actors' }, volume: { size: 10 } };

async function remove({ portcullis }: TestInstance, id: number, body: unknown = CREDENTIALS) {
  await portcullis.integrations.remove(ADMIN, id, body);
  return portcullis.integrations.whenIdle(id);
}

describe('DELETE /integrations/{id}', () => {
  it('removes exactly the objects of the integration, in an order that the platform accepts', async () => {
    const instance = await createTestInstance();
    instance.platform.plant({ server: 'db.example.com:7000', kind: 'database', name: 'theirs' });
    const before = instance.platform.snapshot();
    const id = await createAndWait(instance, bodyOf(RICH));
    const response = await instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    expect(response).toMatchObject({ id: '1', status: 'deleting', validationResults: { status: 'passed' } });
    expect(await instance.portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'deleted' });
    expect(instance.platform.snapshot()).toEqual(before);
    expect(instance.platform.openSessions).toBe(0);
    for (const table of ['managedObjects', 'targetClaims', 'secrets'] as const) {
      expect(await instance.store.find(table)).toEqual([]);
    }
  });

  it('keeps the record for polling only, and frees its target', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const id = await createAndWait(instance);
    await remove(instance, id);
    expect(await integrations.list(ADMIN)).toEqual([]);
    expect(await refusalOf(integrations.get(ADMIN, id))).toMatchObject({ statusCode: 404 });
    expect(await refusalOf(integrations.remove(ADMIN, id, CREDENTIALS))).toMatchObject({ statusCode: 404 });
    expect(await integrations.status(ADMIN, id)).toEqual({ id, status: 'deleted' });
    expect(await integrations.operations(ADMIN, id)).toHaveLength(2);
    expect(await createAndWait(instance)).toBe(2);
    expect(await integrations.status(ADMIN, 2)).toMatchObject({ status: 'enabled' });
  });

  it('keeps shared objects until the last owner is removed', async () => {
    const instance = await createTestInstance();
    const first = await createAndWait(instance);
    const second = await createAndWait(instance, bodyOf({ database: 'other' }));
    const roles = () => instance.platform.objects.filter((each) => each.kind === 'role').length;
    await remove(instance, first);
    expect(roles()).toBe(1);
    await remove(instance, second);
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('sends no statement for shared objects of another integration', async () => {
    const instance = await createTestInstance();
    const first = await createAndWait(instance);
    await createAndWait(instance, bodyOf({ database: 'other' }));
    await remove(instance, first);
    const texts = instance.platform.statements.map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('DROP ROLE'))).toEqual([]);
  });

  it('does not drop objects that are no longer ours, and reports them', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    instance.platform.lose({ kind: 'database', name: 'gov' });
    instance.platform.plant({ server: 'db.example.com:7000', kind: 'database', name: 'gov' });
    expect(await remove(instance, id)).toMatchObject({ status: 'deleted' });
    expect(instance.platform.objects.map(({ kind, name, mark }) => [kind, name, mark])).toEqual([
      ['database', 'gov', null],
    ]);
    const [record] = await instance.store.find('integrations');
    expect(record?.statusReason).toContain('database gov is no longer ours and was left alone');
  });

  it('uses the ledger, not the current list of the plugin', async () => {
    const platform = createSimulatedPlatform();
    const old = await createTestInstance({ platform });
    const id = await createAndWait(old, bodyOf(RICH));
    const [record] = await old.store.find('integrations');
    await old.store.update(
      'integrations',
      { id },
      { config: { ...record?.config, volume: undefined, audit: undefined } },
    );
    expect(await remove(old, id)).toMatchObject({ status: 'deleted' });
    expect(platform.snapshot()).toEqual([]);
  });

  it('fails with the remaining objects in the ledger, keeps dependent ones, and continues with the next request', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const restore = instance.platform.inject({ at: 'DROP DATABASE', times: 9, effect: { fail: 'in-use' } });
    expect(await remove(instance, id)).toEqual({ id, status: 'deleteError' });
    expect(instance.platform.statements.some((each) => each.text.startsWith('DROP USER'))).toBe(false);
    expect((await instance.store.find('managedObjects')).map((row) => row.key)).toEqual([
      'database',
      'service-account',
      'schema',
      'retention',
      'log-procedure',
    ]);
    restore();
    expect(await remove(instance, id)).toEqual({ id, status: 'deleted' });
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('resolves a drop with a lost response by an observation', async () => {
    for (const loseReply of ['applied', 'not-applied'] as const) {
      const instance = await createTestInstance();
      const id = await createAndWait(instance);
      instance.platform.inject({ at: 'DROP DATABASE', effect: { loseReply } });
      const status = loseReply === 'applied' ? 'deleted' : 'deleteError';
      expect(await remove(instance, id)).toMatchObject({ status });
    }
  });

  it('follows a failed creation', async () => {
    const instance = await createTestInstance();
    instance.platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    instance.platform.inject({ at: 'DROP USER', times: 1, effect: { fail: 'in-use' } });
    const id = await createAndWait(instance);
    expect(await remove(instance, id)).toEqual({ id, status: 'deleted' });
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('changes nothing in a dry run, and lists the objects to drop', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = { stored: await dumpStore(instance.store), snapshot: instance.platform.snapshot() };
    const response = (await instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS, {
      dryRun: true,
    })) as DryRunResponse;
    expect(response.plan.steps.map(({ action, statement, destructive }) => [action, statement, destructive])).toEqual([
      ['drop', 'REVOKE ROLE "portcullis_readers" FROM "gov_service"', false],
      ['drop', 'DROP ROLE "portcullis_readers"', false],
      ['drop', 'DROP DATABASE "gov"', true],
      ['drop', 'DROP USER "gov_service"', false],
    ]);
    expect(await dumpStore(instance.store)).toEqual(before.stored);
    expect(instance.platform.snapshot()).toEqual(before.snapshot);
  });
});

describe('DELETE and credentials', () => {
  it.each([
    ['none', undefined],
    ['null', null],
    ['an empty object', {}],
  ])('are missing for an automatic integration if the body is %s', async (_name, body) => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const refusal = await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, body));
    expect(refusal).toMatchObject({ code: 'CREDENTIALS_MISSING', statusCode: 400, error: 'Bad request' });
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
  });

  it.each([
    ['unknown fields', { ...CREDENTIALS, host: 'x' }, 'BODY_INVALID'],
    ['a missing password', { authenticationType: 'userPassword', username: 'admin' }, 'BODY_INVALID'],
    ['a list', [CREDENTIALS], 'BODY_INVALID'],
    ['a text', 'admin', 'BODY_INVALID'],
    ['the marker', { ...CREDENTIALS, password: '[REDACTED]' }, 'REDACTED_VALUE'],
  ])('are refused with %s', async (_name, body, code) => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    expect(await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, body))).toMatchObject({
      code,
      statusCode: 400,
    });
  });

  it('that are wrong are a 422, and nothing changes', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = { stored: await dumpStore(instance.store), snapshot: instance.platform.snapshot() };
    instance.platform.refuseConnections({ with: 'credentials', actor: 'setup' });
    const refusal = await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(await dumpStore(instance.store)).toEqual(before.stored);
    expect(instance.platform.snapshot()).toEqual(before.snapshot);
  });

  it('are refused with forceDisable', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const refusal = await refusalOf(
      instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS, { forceDisable: true }),
    );
    expect(refusal).toMatchObject({ code: 'CREDENTIALS_REFUSED', statusCode: 400 });
  });
});

describe('DELETE with forceDisable', () => {
  it('makes no connection, destroys the secrets, and returns the delete script and a warning', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const opened = instance.platform.openedSessions;
    const response = (await instance.portcullis.integrations.remove(ADMIN, id, undefined, {
      forceDisable: true,
    })) as OperationResponse;
    expect(response).toMatchObject({ id: '1', status: 'deleting', validationResults: { status: 'passed' } });
    expect(response.script?.script).toMatch(
      /IF EXISTS .*\n {2}IF EXISTS .*\n {4}RAISE .*\n {2}END IF;\n {2}DROP DATABASE "gov";/,
    );
    expect(response.warnings?.join()).toMatch(/can still sign in: .*user gov_service/);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status: 'disabled' });
    expect(instance.platform.openedSessions).toBe(opened);
    expect(await instance.store.find('secrets')).toEqual([]);
    expect(instance.platform.objects.length).toBeGreaterThan(0);
  });

  it('returns the delete script even if the stored secrets are corrupted', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    await instance.store.update('secrets', {}, { sealed: Buffer.from('damaged') });
    const response = (await instance.portcullis.integrations.remove(ADMIN, id, undefined, {
      forceDisable: true,
    })) as OperationResponse;
    expect(response.script?.script).toContain('DROP DATABASE "gov";');
    expect(await instance.store.find('secrets')).toEqual([]);
  });

  it('changes nothing in a dry run', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = await dumpStore(instance.store);
    const response = (await instance.portcullis.integrations.remove(ADMIN, id, undefined, {
      forceDisable: true,
      dryRun: true,
    })) as DryRunResponse;
    expect(response.plan).toMatchObject({ operation: 'delete', steps: [] });
    expect(response.plan.warnings.join()).toMatch(/^Nothing would be removed .*database gov/);
    expect(await dumpStore(instance.store)).toBe(before);
  });

  it('is a 412 if its plan is not the reviewed one', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const disable = (options: object) => integrations.remove(ADMIN, id, undefined, { forceDisable: true, ...options });
    const { plan } = (await disable({ dryRun: true })) as DryRunResponse;
    const refusal = await refusalOf(disable({ ifPlan: 'another' }));
    expect(refusal).toMatchObject({ code: 'PLAN_CHANGED', statusCode: 412 });
    expect(await integrations.status(ADMIN, id)).toEqual({ id, status: 'enabled' });
    await disable({ ifPlan: plan.hash });
    expect(await integrations.status(ADMIN, id)).toEqual({ id, status: 'disabled' });
  });

  it('leaves objects that a later POST names and never adopts', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    await instance.portcullis.integrations.remove(ADMIN, id, undefined, { forceDisable: true });
    const before = instance.platform.snapshot();
    const refusal = await refusalOf(instance.portcullis.integrations.create(ADMIN, bodyOf()));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(refusal.message).toContain('A database named gov exists from an earlier set-up');
    instance.platform.lose({ kind: 'database', name: 'gov' });
    const second = await createAndWait(instance);
    expect(await instance.portcullis.integrations.status(ADMIN, second)).toMatchObject({ status: 'createError' });
    const [operation] = await instance.portcullis.integrations.operations(ADMIN, second);
    expect(JSON.stringify(operation?.error)).toContain('user gov_service was made for integration 1');
    expect(instance.platform.snapshot()).toEqual(
      before.filter((each) => !each.includes('"name":"gov"') && !each.includes('"place":"gov"')),
    );
  });
});

describe('DELETE in a status that forbids it', () => {
  it('is a 409 while it is created, edited or deleted, with any body', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const expectBusy = async (status: string): Promise<void> => {
      for (const [body, options] of [
        [CREDENTIALS, {}],
        [undefined, {}],
        [undefined, { forceDisable: true }],
      ] as const) {
        const refusal = await refusalOf(integrations.remove(ADMIN, 1, body, options));
        expect(refusal).toMatchObject({ code: 'INTEGRATION_BUSY', statusCode: 409, extras: { retryAfterSeconds: 5 } });
        expect(refusal.message).toContain(status);
      }
    };
    await integrations.create(ADMIN, bodyOf());
    await expectBusy('creating');
    await integrations.whenIdle(1);
    await integrations.update(ADMIN, 1, bodyOf({ retentionDays: 7 }));
    await expectBusy('editing');
    await integrations.whenIdle(1);
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    await expectBusy('deleting');
    await integrations.whenIdle(1);
  });

  it('lets one of two concurrent requests succeed', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const results = await Promise.allSettled([
      integrations.remove(ADMIN, id, CREDENTIALS),
      integrations.remove(ADMIN, id, CREDENTIALS),
      integrations.remove(ADMIN, id, undefined, { forceDisable: true }),
    ]);
    const lost = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.statusCode] : []));
    expect(lost).toHaveLength(2);
    for (const statusCode of lost) expect([404, 409]).toContain(statusCode);
    await integrations.whenIdle(id);
    expect(instance.platform.openSessions).toBe(0);
  });

  it.each([{}, { dryRun: true }])(
    'is a 409, not a failed validation, when another one was faster: %o',
    async (options) => {
      const instance = await createTestInstance();
      const id = await createAndWait(instance);
      const { integrations } = instance.portcullis;
      instance.platform.refuseConnections({ with: 'hang' });
      let refusal: unknown;
      void refusalOf(integrations.remove(ADMIN, id, CREDENTIALS, options)).then((found) => {
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

  it('is a 412 for another version, and a 404 for an unknown id', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    expect(await refusalOf(integrations.remove(ADMIN, id, CREDENTIALS, { ifMatch: 1 }))).toMatchObject({
      statusCode: 412,
    });
    expect(await refusalOf(integrations.remove(ADMIN, 99, CREDENTIALS))).toMatchObject({ statusCode: 404 });
  });
});

describe('DELETE of a manual integration', () => {
  const body = bodyOf({ username: 'gov_account' }, { autoBootstrap: false }) as { config: typeof SIMULATED_CONFIG };
  const setUp = async () => {
    const instance = await createTestInstance();
    const run = (script: string) =>
      runScript(instance.platform, {
        plugin: instance.plugin,
        config: body.config,
        script,
        secrets: { servicePassword: SIMULATED_CONFIG.password },
      });
    for (const kind of ['initial-create', 'create'] as const) {
      run((await instance.portcullis.integrations.script(ADMIN, kind, body)).script);
    }
    return { instance, run, id: await createAndWait(instance, body) };
  };

  it('refuses credentials', async () => {
    const { instance, id } = await setUp();
    expect(await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS))).toMatchObject({
      code: 'CREDENTIALS_REFUSED',
      statusCode: 400,
    });
  });

  it('is a 422 that names the remaining objects until the delete script was run', async () => {
    const { instance, run, id } = await setUp();
    const { integrations } = instance.portcullis;
    const refusal = await refusalOf(integrations.remove(ADMIN, id, undefined));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(refusal.message).toMatch(
      /Delete Script Was Run": Still on the platform: .*database gov.*Run the delete script/,
    );
    const script = await integrations.deleteScript(ADMIN, id);
    run(script.script);
    expect(instance.platform.snapshot()).toEqual([]);
    const sent = instance.platform.statements.length;
    const response = (await integrations.remove(ADMIN, id, undefined)) as OperationResponse;
    expect(response.validationResults.validationTests.find((test) => test.id === 'service-connection')).toMatchObject({
      status: 'skipped',
      message: 'The account is gone, as expected after the delete script.',
    });
    expect(await integrations.whenIdle(id)).toEqual({ id, status: 'deleted' });
    expect(instance.platform.statements).toHaveLength(sent);
  });

  it('warns with the name of every object that was not observed if the account was dropped by the delete script', async () => {
    const { instance, id } = await setUp();
    const { integrations } = instance.portcullis;
    // The parameter is the service's own and goes with the database.
    const existing = instance.platform.objects.flatMap(({ kind, name }) =>
      kind === 'parameter' ? [] : [`${kind} ${name}`],
    );
    await integrations.deleteScript(ADMIN, id);
    // The script was fetched and never run: by hand, the account alone was dropped.
    instance.platform.lose({ kind: 'user', name: 'gov_account' });
    const dryRun = (await integrations.remove(ADMIN, id, undefined, { dryRun: true })) as DryRunResponse;
    const response = (await integrations.remove(ADMIN, id, undefined)) as OperationResponse;
    for (const results of [dryRun.validationResults, response.validationResults]) {
      const test = results.validationTests.find((each) => each.id === 'manual-removal-complete');
      expect(results.status).toBe('warning');
      expect(test).toMatchObject({ status: 'warning', failureClass: 'credentials' });
      expect(test?.message).toMatch(/^Not observed: .*refuses the account.*remove what it names/);
      for (const object of existing) expect(test?.message).toContain(object);
      expect(test?.remediation?.statements.join(' ')).toContain('DROP DATABASE');
    }
    expect(await integrations.whenIdle(id)).toEqual({ id, status: 'deleted' });
    const [row] = await instance.store.find('integrations', { where: { id } });
    expect(row?.statusReason).toMatch(/^Not observed: database gov/);
  });

  const verdictOf = (response: ServiceError | DryRunResponse | OperationResponse) => {
    const results = 'extras' in response ? response.extras.validationResults : response.validationResults;
    const { validationTests } = results as ValidationResults;
    return validationTests.find(({ id }) => id === 'manual-removal-complete');
  };

  it('is a 422 if only the account was dropped: the rest cannot be seen, and forceDisable is the remedy', async () => {
    const { instance, id } = await setUp();
    const { integrations } = instance.portcullis;
    instance.platform.lose({ kind: 'user', name: 'gov_account' });
    for (const options of [{}, { dryRun: true }]) {
      const response = options.dryRun
        ? ((await integrations.remove(ADMIN, id, undefined, options)) as DryRunResponse)
        : await refusalOf(integrations.remove(ADMIN, id, undefined, options));
      expect(verdictOf(response)).toMatchObject({
        name: 'Validate Manual: Delete Script Was Run',
        status: 'failed',
        failureClass: 'credentials',
        message: expect.stringMatching(/cannot see whether the delete script was run.*forceDisable/),
      });
    }
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    await integrations.remove(ADMIN, id, undefined, { forceDisable: true });
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'disabled' });
  });

  it('is a 422 if the credentials expired before the delete script was requested', async () => {
    const { instance, id } = await setUp();
    const { integrations } = instance.portcullis;
    instance.platform.refuseConnections({ with: 'credentials' });
    await integrations.validate(ADMIN, id);
    await integrations.deleteScript(ADMIN, id);
    const refusal = await refusalOf(integrations.remove(ADMIN, id, undefined));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422 });
    expect(verdictOf(refusal)).toMatchObject({ status: 'failed', failureClass: 'credentials' });
  });

  it.each(['database', 'role'])(
    'is a 422 that names the remaining objects if only the %s was dropped',
    async (kind) => {
      const { instance, id } = await setUp();
      for (const { name } of instance.platform.objects.filter((each) => each.kind === kind))
        instance.platform.lose({ kind, name });
      const refusal = await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, undefined));
      expect(verdictOf(refusal)).toMatchObject({
        status: 'failed',
        failureClass: 'in-use',
        message: expect.stringMatching(/Still on the platform: .*user gov_account/),
        remediation: { statements: expect.arrayContaining([expect.stringContaining('gov_account')]) },
      });
    },
  );

  it('is a 422 that reports hidden objects', async () => {
    const { instance, id } = await setUp();
    for (const kind of new Set(instance.platform.objects.map((each) => each.kind))) instance.platform.hide(kind);
    const refusal = await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, undefined));
    expect(verdictOf(refusal)).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      message: expect.stringMatching(/cannot be seen with the stored credentials: .*user gov_account.*forceDisable/),
    });
  });

  it('is a 422 that reports that the account cannot sign in', async () => {
    const { instance, id } = await setUp();
    instance.platform.refuseConnections({ with: 'missing-grant' });
    const refusal = await refusalOf(instance.portcullis.integrations.remove(ADMIN, id, undefined));
    expect(verdictOf(refusal)).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      message: expect.stringMatching(/cannot be seen with the stored credentials: .*user gov_account.*forceDisable/),
    });
  });

  it('requires a new delete script after an edit', async () => {
    const { instance, run, id } = await setUp();
    const { integrations } = instance.portcullis;
    run((await integrations.deleteScript(ADMIN, id)).script);
    for (const kind of ['initial-create', 'create'] as const)
      run((await integrations.script(ADMIN, kind, body)).script);
    await integrations.update(ADMIN, id, body);
    await integrations.whenIdle(id);
    instance.platform.lose({ kind: 'user', name: 'gov_account' });
    expect(verdictOf(await refusalOf(integrations.remove(ADMIN, id, undefined)))).toMatchObject({ status: 'failed' });
    run((await integrations.deleteScript(ADMIN, id)).script);
    await integrations.remove(ADMIN, id, undefined);
    expect(await integrations.whenIdle(id)).toEqual({ id, status: 'deleted' });
  });

  it('requires a new delete script if the last one was returned during an edit', async () => {
    const { instance, run, id } = await setUp();
    const { integrations } = instance.portcullis;
    for (const kind of ['initial-create', 'create'] as const)
      run((await integrations.script(ADMIN, kind, body)).script);
    await integrations.update(ADMIN, id, body);
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'editing' });
    await integrations.deleteScript(ADMIN, id);
    await integrations.whenIdle(id);
    instance.platform.lose({ kind: 'user', name: 'gov_account' });
    expect(verdictOf(await refusalOf(integrations.remove(ADMIN, id, undefined)))).toMatchObject({ status: 'failed' });
  });

  it('lists the tests of the scripts in every run, with the reason why one was not run', async () => {
    const { instance, id } = await setUp();
    const { integrations } = instance.portcullis;
    const read = async () =>
      Object.fromEntries(
        (await integrations.validate(ADMIN, id)).validationTests
          .filter(({ id: test }) => test?.startsWith('manual-'))
          .map(({ name, message }) => [name, message]),
      );
    expect(await read()).toEqual({
      'Validate Manual: Set-up Script Was Run': 'This is checked during create and edit only.',
      'Validate Manual: Delete Script Was Run': 'This is checked during delete only.',
    });
    const dry = (await integrations.remove(ADMIN, id, undefined, { dryRun: true })) as DryRunResponse;
    const gates = dry.validationResults.validationTests.filter(({ phase }) => phase === 'gate');
    expect(gates.map(({ status }) => status)).not.toContain('failed');
  });

  it('survives a delete script that is run twice', async () => {
    const { instance, run, id } = await setUp();
    const { script } = await instance.portcullis.integrations.deleteScript(ADMIN, id);
    run(script);
    run(script);
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('drops no foreign object, even if the script is run repeatedly', async () => {
    const { instance, run, id } = await setUp();
    const { script } = await instance.portcullis.integrations.deleteScript(ADMIN, id);
    instance.platform.lose({ kind: 'user', name: 'gov_account' });
    instance.platform.plant({ server: 'db.example.com:7000', kind: 'user', name: 'gov_account' });
    run(script);
    expect(instance.platform.objects.map(({ kind, name }) => [kind, name])).toEqual([['user', 'gov_account']]);
  });
});
