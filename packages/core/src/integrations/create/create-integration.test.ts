import { createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { dumpStore } from '../../../tests/support/dump-store.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse, OperationResponse } from '../../index.ts';

describe('POST /integrations', () => {
  it('returns creating, sets up, tests the service account and enables', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const response = (await integrations.create(ADMIN, bodyOf())) as OperationResponse;
    expect(response).toMatchObject({ id: '1', status: 'creating', validationResults: { status: 'passed' } });
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
    expect(instance.platform.objects.map(({ kind, name, complete }) => [kind, name, complete])).toEqual([
      ['database', 'gov', true],
      ['role', 'portcullis_readers', true],
      ['user', 'gov_service', true],
      ['grant', 'portcullis_readers to gov_service', true],
      ['schema', 'portcullis', true],
      ['parameter', 'retention', true],
      ['procedure', 'log', true],
    ]);
    expect(instance.platform.openSessions).toBe(0);
    expect(instance.events.filter((each) => each.name === 'integration.status').map(({ event }) => event.to)).toEqual([
      'creating',
      'enabled',
    ]);
  });

  it('executes exactly the statements of the plan, and journals them', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const { plan } = (await integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
    await createAndWait(instance);
    const planned = plan.steps.map((step) => step.statement);
    const [operation] = await integrations.operations(ADMIN, 1);
    expect(instance.platform.statements.map((each) => each.text)).toEqual(planned);
    expect(operation?.journal.map((entry) => entry.statement)).toEqual(planned);
    expect(operation).toMatchObject({ kind: 'create', status: 'succeeded', planHash: plan.hash });
    expect(new Set(operation?.journal.map((entry) => entry.status))).toEqual(new Set(['done']));
  });

  it('acts as the role of an object only for that object', async () => {
    const instance = await createTestInstance();
    await createAndWait(instance);
    const roles = instance.platform.statements.map(({ text, role }) => [text.split(' ').slice(0, 2).join(' '), role]);
    expect(roles).toContainEqual(['CREATE PROCEDURE', 'owner']);
    expect(roles.filter(([, role]) => role !== null)).toHaveLength(1);
  });

  it('changes nothing in a dry run, whether tests pass or fail', async () => {
    const instance = await createTestInstance();
    const before = await dumpStore(instance.store);
    const good = (await instance.portcullis.integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
    instance.platform.answer('missing privilege', 'CREATE DATABASE');
    const bad = (await instance.portcullis.integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
    expect(good.validationResults.status).toBe('passed');
    expect(bad.validationResults.status).toBe('failed');
    expect(bad.plan.hash).toBe(good.plan.hash);
    expect(await dumpStore(instance.store)).toBe(before);
    expect(instance.platform.statements).toEqual([]);
    expect(instance.platform.openSessions).toBe(0);
  });

  it('runs only the plan that If-Plan names', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const { plan } = (await integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
    const refusal = await refusalOf(integrations.create(ADMIN, bodyOf({ retentionDays: 7 }), { ifPlan: plan.hash }));
    expect(refusal).toMatchObject({ code: 'PLAN_CHANGED', statusCode: 412 });
    expect(await integrations.list(ADMIN)).toEqual([]);
    await integrations.create(ADMIN, bodyOf(), { ifPlan: plan.hash });
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
  });

  it('shares shared objects and serialises integrations of one server', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    await Promise.all([
      integrations.create(ADMIN, bodyOf()),
      integrations.create(ADMIN, bodyOf({ database: 'other' })),
    ]);
    expect(await Promise.all([integrations.whenIdle(1), integrations.whenIdle(2)])).toEqual([
      { id: 1, status: 'enabled' },
      { id: 2, status: 'enabled' },
    ]);
    const roles = instance.platform.statements.filter((each) => each.text.startsWith('CREATE ROLE'));
    expect(roles).toHaveLength(1);
  });
});

describe('POST with bad input', () => {
  const refused = async (body: unknown) => {
    const instance = await createTestInstance();
    const before = await dumpStore(instance.store);
    const refusal = await refusalOf(instance.portcullis.integrations.create(ADMIN, body));
    expect(await dumpStore(instance.store)).toBe(before);
    expect(instance.platform.openedSessions).toBe(0);
    return refusal;
  };

  it.each([
    ['nothing', undefined, 'BODY_INVALID', 'must be an object'],
    ['a list', [], 'BODY_INVALID', 'must be an object'],
    ['no type', { autoBootstrap: true, config: {} }, 'BODY_INVALID', 'type: This field is required.'],
    ['a number as type', { type: 7 }, 'BODY_INVALID', 'type: This must be a string.'],
    ['an unknown type', { type: 'Oracle of Delphi' }, 'TYPE_UNKNOWN', 'Types: Simulated'],
    ['no autoBootstrap', { type: 'Simulated', config: {} }, 'BODY_INVALID', 'autoBootstrap: This field is required.'],
    ['autoBootstrap as text', { type: 'Simulated', autoBootstrap: 'true' }, 'BODY_INVALID', 'true or false'],
    ['no config', { type: 'Simulated', autoBootstrap: true }, 'BODY_INVALID', 'config: This field is required.'],
    ['an unknown field', bodyOf({}, { dryrun: true }), 'BODY_INVALID', 'dryrun: This field is not known.'],
    ['an unknown config field', bodyOf({ hots: 'x' }), 'BODY_INVALID', 'config.hots: This field is not known.'],
    ['a wrong config type', bodyOf({ retentionDays: 'many' }), 'BODY_INVALID', 'config.retentionDays'],
    ['an empty name', bodyOf({ database: '' }), 'BODY_INVALID', 'config.database'],
    ['a NUL in a name', bodyOf({ database: 'a\0b' }), 'BODY_INVALID', 'NUL'],
    ['a NUL in another text', bodyOf({ host: 'a\0b' }), 'BODY_INVALID', 'config.host: This contains the character NUL'],
    ['half a character in a name', bodyOf({ schema: 'a\ud800' }), 'BODY_INVALID', 'surrogate'],
    [
      'one name for two things',
      bodyOf({ impersonation: { enabled: true, role: 'portcullis_readers' } }),
      'BODY_INVALID',
      'the same',
    ],
    ['the marker', bodyOf({ password: '[REDACTED]' }), 'REDACTED_VALUE', 'config.password'],
  ])('rejects %s before it connects or stores', async (_name, body, code, text) => {
    const refusal = await refused(body);
    expect(refusal).toMatchObject({ code, statusCode: 400 });
    expect(refusal.message).toContain(text);
  });

  it('never repeats a value that may be a secret', async () => {
    const refusal = await refused(bodyOf({ password: 1234567890, username: { canary: 'canary-name' } }));
    expect(JSON.stringify([refusal.message, refusal.extras])).not.toMatch(/1234567890|canary/);
  });

  it.each([
    'a"b',
    "a'b",
    'a;DROP DATABASE x',
    'a--b',
    'a/*b*/',
    'a\\b',
    'a\nb',
    'a\r\nb',
    'ä😀',
    'x'.repeat(127),
    '{{servicePassword}}',
    '__proto__',
    'constructor',
  ])('treats the unusual name %j only as a name, in every field', async (name) => {
    const instance = await createTestInstance();
    const config = {
      database: name,
      schema: name,
      initialDatabase: name,
      impersonation: { enabled: true, role: name },
    };
    const id = await createAndWait(instance, bodyOf(config));
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    expect(instance.platform.objects.filter((each) => each.name === name).map((each) => each.kind)).toEqual([
      'database',
      'schema',
      'role',
    ]);
    const { integration } = await instance.portcullis.integrations.get(ADMIN, id);
    expect(integration.config).toMatchObject({ database: name, schema: name });
  });

  it('requires an administrator', async () => {
    const { portcullis } = await createTestInstance();
    const nonAdmin = { principal: { ...ADMIN.principal, permissions: [] } };
    expect(await refusalOf(portcullis.integrations.create(nonAdmin, bodyOf()))).toMatchObject({ statusCode: 403 });
    expect(await refusalOf(portcullis.integrations.list(nonAdmin))).toMatchObject({ code: 'PERMISSION_MISSING' });
  });
});

describe('POST for a used target', () => {
  it('is a 409 that names type, host and id, with any spelling of the host', async () => {
    const instance = await createTestInstance();
    await createAndWait(instance);
    const body = bodyOf({ host: 'HTTPS://DB.Example.com.', password: 'another-password' });
    const refusal = await refusalOf(instance.portcullis.integrations.create(ADMIN, body));
    expect(refusal).toMatchObject({ code: 'TARGET_TAKEN', statusCode: 409, error: 'Conflict' });
    expect(refusal.message).toMatch(/Simulated.*db\.example\.com.*id 1/);
    expect(await refusalOf(instance.portcullis.integrations.create(ADMIN, body, { dryRun: true }))).toMatchObject({
      code: 'TARGET_TAKEN',
    });
  });

  it('lets exactly one of many concurrent requests succeed', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const attempts = Array.from({ length: 12 }, () => integrations.create(ADMIN, bodyOf()));
    const results = await Promise.allSettled(attempts);
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(11);
    for (const reason of refused) expect(['TARGET_TAKEN', 'VALIDATION_FAILED']).toContain(reason.code);
    const [only] = await integrations.list(ADMIN);
    await integrations.whenIdle(Number(only?.integration.id));
    expect(await integrations.list(ADMIN)).toHaveLength(1);
    expect(instance.platform.objects.filter((each) => each.kind === 'database')).toHaveLength(1);
    expect(instance.platform.openSessions).toBe(0);
  });

  it('recognises the same server under another host name, also in a dry run', async () => {
    const instance = await createTestInstance();
    instance.platform.alias('alias.example.com:7000', 'db.example.com:7000');
    await createAndWait(instance);
    for (const dryRun of [true, false]) {
      const refusal = await refusalOf(
        instance.portcullis.integrations.create(ADMIN, bodyOf({ host: 'alias.example.com' }), { dryRun }),
      );
      expect(refusal).toMatchObject({ code: 'TARGET_TAKEN', extras: { details: { id: '1' } } });
    }
    expect(instance.platform.openSessions).toBe(0);
  });

  it('is a 400 that names PUT after a failed creation, and DELETE for types without PUT', async () => {
    const platform = createSimulatedPlatform();
    const fixed = simulatedPlugin(platform, { type: 'Fixed', editable: false });
    const instance = await createTestInstance({ platform, plugins: [simulatedPlugin(platform), fixed] });
    platform.inject({ at: 'CREATE USER', times: 2, effect: { fail: 'missing-grant' } });
    await createAndWait(instance);
    await createAndWait(instance, bodyOf({ host: 'b.example.com' }, { type: 'Fixed' }));
    const { integrations } = instance.portcullis;
    const editable = await refusalOf(integrations.create(ADMIN, bodyOf()));
    expect(editable).toMatchObject({ code: 'TARGET_CREATION_FAILED', statusCode: 400, error: 'Bad Request' });
    expect(editable.message).toMatch(/Simulated.*db\.example\.com.*PUT \/integrations\/1/);
    const other = await refusalOf(integrations.create(ADMIN, bodyOf({ host: 'b.example.com' }, { type: 'Fixed' })));
    expect(other.message).toContain('DELETE /integrations/2');
  });
});

describe('POST on a platform that does not cooperate', () => {
  it.each([
    ['unreachable', { with: 'network' as const }, 'network'],
    ['refusing the password', { with: 'credentials' as const }, 'credentials'],
    ['without a valid certificate', { with: 'tls' as const }, 'tls'],
  ])('is a 422 when it is %s; the rest is skipped, nothing is stored', async (_name, refusal, failureClass) => {
    const instance = await createTestInstance();
    const before = await dumpStore(instance.store);
    instance.platform.refuseConnections(refusal);
    const error = await refusalOf(instance.portcullis.integrations.create(ADMIN, bodyOf()));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 422, error: 'Unprocessable entity' });
    const { validationTests } = error.extras.validationResults as { validationTests: { status: string }[] };
    expect(validationTests[0]).toMatchObject({
      name: 'Initial Validation: Basic Connection Test',
      status: 'failed',
      failureClass,
    });
    expect(new Set(validationTests.slice(1).map((test) => test.status))).toEqual(new Set(['skipped']));
    expect(await dumpStore(instance.store)).toBe(before);
    expect(instance.platform.openSessions).toBe(0);
  });

  it('names the statement that grants a missing privilege', async () => {
    const instance = await createTestInstance();
    instance.platform.answer('missing privilege', 'CREATE DATABASE');
    const error = await refusalOf(instance.portcullis.integrations.create(ADMIN, bodyOf()));
    expect(error.extras.validationResults).toMatchObject({
      status: 'failed',
      validationTests: expect.arrayContaining([
        expect.objectContaining({
          name: 'Validate Automatic Bootstrap User Grants',
          remediation: {
            statements: [`GRANT PRIVILEGE 'CREATE DATABASE' TO "admin";`],
            runAs: 'an administrator',
          },
        }),
      ]),
    });
  });

  it('is a 422 if a foreign database has that name, and does not change it', async () => {
    const instance = await createTestInstance();
    instance.platform.plant({ server: 'db.example.com:7000', kind: 'database', name: 'gov' });
    const before = instance.platform.snapshot();
    const error = await refusalOf(instance.portcullis.integrations.create(ADMIN, bodyOf()));
    expect(error.message).toContain('Validate Automatic: Database Does Not Exist');
    expect(instance.platform.snapshot()).toEqual(before);
  });

  it('reverts everything if a grant is missing half-way: platform restored, createError, journal, POST 400, PUT repairs', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const untouched = instance.platform.plant({ server: 'db.example.com:7000', kind: 'database', name: 'theirs' });
    const before = instance.platform.snapshot();
    instance.platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant', message: 'permission denied' } });
    const id = await createAndWait(instance);
    expect(await integrations.status(ADMIN, id)).toEqual({ id, status: 'createError' });
    expect(instance.platform.snapshot()).toEqual(before);
    expect(instance.platform.objects).toContainEqual(untouched);
    const [operation] = await integrations.operations(ADMIN, id);
    expect(operation).toMatchObject({ status: 'failed', error: { class: 'missing-grant' } });
    expect(
      operation?.journal.map(({ direction, statement, status }) => [
        direction,
        statement.split(' ', 2).join(' '),
        status,
      ]),
    ).toEqual([
      ['forward', 'CREATE DATABASE', 'done'],
      ['forward', 'CREATE ROLE', 'done'],
      ['forward', 'CREATE USER', 'done'],
      ['forward', 'MARK USER', 'done'],
      ['forward', 'GRANT ROLE', 'failed'],
      ['compensation', 'DROP USER', 'done'],
      ['compensation', 'DROP ROLE', 'done'],
      ['compensation', 'DROP DATABASE', 'done'],
    ]);
    expect(await instance.store.find('managedObjects')).toEqual([]);
    expect((await instance.store.find('secrets')).map((row) => row.status)).toEqual([]);
    expect(await refusalOf(integrations.create(ADMIN, bodyOf()))).toMatchObject({ statusCode: 400 });

    await integrations.update(ADMIN, id, bodyOf({ schema: 'renamed' }));
    expect(await integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(instance.platform.objects.some((each) => each.kind === 'schema' && each.name === 'renamed')).toBe(true);
  });

  it('treats an unmarked account as its own if the mark fails', async () => {
    const instance = await createTestInstance();
    const before = instance.platform.snapshot();
    instance.platform.inject({ at: 'MARK USER', effect: { fail: 'missing-grant' } });
    await createAndWait(instance);
    expect(instance.platform.snapshot()).toEqual(before);
    expect(await instance.store.find('managedObjects')).toEqual([]);
  });

  it('resolves a lost reply by an observation, and never repeats the statement', async () => {
    for (const loseReply of ['applied', 'not-applied'] as const) {
      const instance = await createTestInstance({ integrations: { transientRetries: 2 } });
      instance.platform.inject({ at: 'CREATE DATABASE', effect: { loseReply } });
      const id = await createAndWait(instance);
      const status = loseReply === 'applied' ? 'enabled' : 'createError';
      expect(await instance.portcullis.integrations.status(ADMIN, id)).toEqual({ id, status });
      expect(instance.platform.statements.filter((each) => each.text.startsWith('CREATE DATABASE'))).toHaveLength(1);
      if (loseReply === 'not-applied') expect(instance.platform.snapshot()).toEqual([]);
    }
  });

  it('retries transient failures', async () => {
    const instance = await createTestInstance({ integrations: { transientRetries: 2 } });
    instance.platform.inject({ at: 'CREATE ROLE', effect: { fail: 'transient' } });
    const id = await createAndWait(instance);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
  });

  it('times a statement out at its deadline, and reverts the others', async () => {
    const instance = await createTestInstance();
    instance.platform.inject({ at: 'CREATE USER', effect: { hang: 'not-applied' } });
    const { integrations } = instance.portcullis;
    const reached = new Promise<void>((resolve) => {
      instance.platform.onStatement(({ statement, when }) => {
        if (when === 'after' && statement.text.startsWith('CREATE USER')) resolve();
      });
    });
    await integrations.create(ADMIN, bodyOf());
    await reached;
    await new Promise((resolve) => setImmediate(resolve));
    instance.clock.advance(60_000);
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'createError' });
    expect(instance.platform.snapshot()).toEqual([]);
    expect((await integrations.operations(ADMIN, 1))[0]?.error).toMatchObject({ class: 'timeout' });
  });

  it('does not enable an integration whose service account cannot sign in, and reverts it', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    // After the last statement only the proof is left.
    const off = instance.platform.onStatement(({ statement, when }) => {
      if (when === 'before' || !statement.text.startsWith('CREATE PROCEDURE')) return;
      instance.platform.refuseConnections({ actor: 'service', with: 'credentials', times: 1 });
      off();
    });
    const id = await createAndWait(instance);
    const [operation] = await integrations.operations(ADMIN, id);
    expect(operation?.error).toMatchObject({ class: 'credentials' });
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'createError' });
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('names changes that could not be reverted, and keeps them in the ledger with their secret', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    instance.platform.inject({ at: 'GRANT ROLE', effect: { fail: 'missing-grant' } });
    const again = instance.platform.inject({ at: 'DROP USER', times: 99, effect: { fail: 'in-use' } });
    const id = await createAndWait(instance);
    const [operation] = await integrations.operations(ADMIN, id);
    expect(JSON.stringify(operation?.error)).toContain('Could not be undone: user gov_service');
    expect((await instance.store.find('managedObjects')).map((row) => row.key)).toEqual(['service-account']);
    expect((await instance.store.find('secrets')).map((row) => [row.name, row.status])).toEqual([
      ['servicePassword', 'pending'],
    ]);
    expect(await refusalOf(integrations.update(ADMIN, id, bodyOf({ schema: 'other' })))).toMatchObject({
      code: 'ATTRIBUTES_NOT_EDITABLE',
    });
    again();
    await integrations.update(ADMIN, id, bodyOf());
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
  });
});

describe('POST with an Idempotency-Key', () => {
  it('runs with the next plan after it was refused because of another one', async () => {
    const { portcullis } = await createTestInstance();
    const { integrations } = portcullis;
    const idempotencyKey = 'create-1';
    const refused = integrations.create(ADMIN, bodyOf(), { idempotencyKey, ifPlan: 'another' });
    expect(await refusalOf(refused)).toMatchObject({ code: 'PLAN_CHANGED', statusCode: 412 });
    const { plan } = (await integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
    const created = await integrations.create(ADMIN, bodyOf(), { idempotencyKey, ifPlan: plan.hash });
    expect(created).toMatchObject({ id: '1', status: 'creating' });
    expect(await integrations.create(ADMIN, bodyOf(), { idempotencyKey, ifPlan: plan.hash })).toEqual({
      ...created,
      replayed: true,
    });
    await integrations.whenIdle(1);
  });
});
