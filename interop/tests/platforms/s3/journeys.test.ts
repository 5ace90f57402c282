import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, KEY_ID, ROLE, SECRET } from '../../../src/platforms/s3/sample-account.ts';
import { body, type S3Environment, startEnvironment } from '../../../src/platforms/s3/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

// The SDK retries retryable requests, with pauses.
let environment: S3Environment;
beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(() => environment.close());

const location = () => [...environment.emulator.account.locations.values()];

describe('an integration', () => {
  it('registers its location with its tag, and removes it', async () => {
    const id = await environment.create(body());
    expect((await environment.status(id)).status).toBe('enabled');
    expect(location()).toEqual([
      {
        id: expect.any(String),
        path: 's3://acme-lake/curated/',
        role: ROLE,
        tags: { 'portcullis:mark': expect.stringMatching(/^portcullis:[\w-]+:[0-9a-f]{16}:location$/) },
      },
    ]);
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(location()).toEqual([]);
    expect([...environment.emulator.account.regions]).toHaveLength(1);
    expect(environment.emulator.changes()).toEqual(['CreateAccessGrantsLocation', 'DeleteAccessGrantsLocation']);
  });

  it('passes every test of a set-up', async () => {
    const results = await environment.tests(body());
    expect([...results.values()].map(({ name, status }) => [name, status])).toEqual([
      ['There is no existing integration matching this configuration', 'passed'],
      ['The provided integration name is unique', 'passed'],
      ['The provided access grants location role is a valid ARN format', 'passed'],
      ["The provided AWS credentials allow fetching the caller's identity via the AWS STS API", 'passed'],
      ['The provided AWS credentials belong to the provided AWS account', 'passed'],
      ['The provided AWS region is known', 'passed'],
      ['An AWS Access Grants instance is configured in the provided AWS account and region', 'passed'],
      ['No location is registered for the provided access grants location path', 'passed'],
      ['The provided access grants location role exists and trusts S3 Access Grants', 'passed'],
      [
        'The bucket of the provided access grants location path can be reached and is in the provided AWS region',
        'passed',
      ],
      ['The provided AWS credentials allow the actions that the service needs', 'passed'],
      ['The location is registered with the access grants location role', 'skipped'],
    ]);
    expect(environment.emulator.changes()).toEqual([]);
  });

  it('reveals no part of its key', async () => {
    const id = await environment.create(body());
    const shown = JSON.stringify([
      await environment.portcullis.integrations.get(ADMIN, id),
      await environment.portcullis.integrations.operations(ADMIN, id),
    ]);
    expect(shown).toContain('[REDACTED]');
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain(KEY_ID);
  });

  it('keeps the id of its location', async () => {
    const id = await environment.create(body());
    const [made] = location();
    expect(JSON.stringify(await environment.portcullis.integrations.operations(ADMIN, id))).toContain(
      'CreateAccessGrantsLocation',
    );
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(environment.emulator.account.locations.has(made?.id ?? '')).toBe(false);
  });

  it('has drift if its location is missing or mapped to another role', async () => {
    const id = await environment.create(body());
    const [made] = location();
    if (!made) throw new Error('There is no location.');
    const check = async () => {
      const { validationTests } = await environment.portcullis.integrations.validate(ADMIN, id);
      const registered = validationTests.find((test) => test.id === 'location-registered');
      return [(await environment.status(id)).status, registered?.status, registered?.message];
    };
    expect(await check()).toEqual(['enabled', 'passed', undefined]);
    environment.emulator.account.locations.set(made.id, { ...made, role: `${ROLE}-other` });
    expect(await check()).toEqual(['recurringValidationError', 'failed', expect.stringContaining(`${ROLE}-other`)]);
    environment.emulator.account.locations.clear();
    expect(await check()).toEqual(['recurringValidationError', 'failed', expect.stringContaining('any more')]);
    environment.emulator.account.locations.set(made.id, made);
    expect((await check())[0]).toBe('enabled');
  });

  it('does not remove a location that lost its tag', async () => {
    const id = await environment.create(body());
    const [made] = location();
    if (!made) throw new Error('There is no location.');
    environment.emulator.account.locations.set(made.id, { ...made, tags: {} });
    await environment.remove(id);
    expect(location()).toHaveLength(1);
  });

  it('names the objects that prevent the removal of its location', async () => {
    const id = await environment.create(body());
    const [made] = location();
    environment.emulator.account.grants.set('g1', {
      id: 'g1',
      locationId: made?.id ?? '',
      scope: 's3://acme-lake/curated/*',
      tags: {},
    });
    await expect(
      environment.portcullis.integrations.remove(ADMIN, id, undefined, { dropContents: true }),
    ).rejects.toMatchObject({ code: 'FOREIGN_CONTENTS', message: expect.stringContaining('access grant g1') });
    expect((await environment.status(id)).status).toBe('enabled');
    expect(environment.emulator.account.grants.size).toBe(1);

    environment.emulator.account.grants.clear();
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
  });
});

describe('a request that the interface does not allow', () => {
  it('is rejected: automatic set-up, editing, scripts, credentials of DELETE', async () => {
    const { integrations } = environment.portcullis;
    await expect(integrations.create(ADMIN, { ...body(), autoBootstrap: true })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('autoBootstrap'),
    });
    for (const script of ['create', 'cleanup', 'edit', 'initial-create', 'post-cleanup'] as const) {
      await expect(integrations.script(ADMIN, script, body())).rejects.toMatchObject({ statusCode: 400 });
    }
    const id = await environment.create(body());
    await expect(integrations.update(ADMIN, id, body())).rejects.toMatchObject({ statusCode: 400 });
    await expect(integrations.remove(ADMIN, id, { awsAccessKeyId: KEY_ID })).rejects.toMatchObject({ statusCode: 400 });
    expect(environment.emulator.changes()).toEqual(['CreateAccessGrantsLocation']);
  });

  it('is rejected: a second integration with the path, or with the name', async () => {
    const id = await environment.create(body());
    await expect(environment.create(body({ name: 'Another' }))).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining(
        `s3://acme-lake/curated/ in account ${ACCOUNT}, eu-central-1, with the id ${id}`,
      ),
    });
    await expect(environment.create(body({ awsLocationPath: 's3://acme-lake/raw/' }))).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('with the same name (Lake)'),
    });
    const raw = await environment.create(body({ name: 'Raw', awsLocationPath: 's3://acme-lake/raw/' }));
    expect((await environment.status(raw)).status).toBe('enabled');
  });
});

describe('the privileges', () => {
  it('are those of the service, with the Terraform that grants them', async () => {
    const { privileges, script, language } = await environment.portcullis.integrations.privileges(ADMIN, body());
    const ofService = privileges.filter(({ heldBy }) => heldBy === 'service');
    expect(ofService.map(({ name, on }) => [name, on])).toContainEqual(['iam:PassRole', ROLE]);
    expect(language).toBe('Terraform');
    for (const { name } of ofService) expect(script).toContain(`"${name}"`);
    expect(environment.emulator.seen).toEqual([]);
  });
});

describe('a set-up that fails in the middle', () => {
  it('leaves nothing behind, names DELETE, and can be retried', async () => {
    environment.emulator.faults.set('CreateAccessGrantsLocation', {
      kind: 'refuse',
      status: 409,
      code: 'AccessGrantsLocationsQuotaExceededError',
      message: 'The access grants location quota has been exceeded. Access Grants Locations Quota: 1000.',
    });
    const id = await environment.create(body());
    expect((await environment.status(id)).status).toBe('createError');
    expect(location()).toEqual([]);
    await expect(environment.create(body())).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`DELETE /integrations/${id}`),
    });
    environment.emulator.faults.clear();
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    const again = await environment.create(body());
    expect((await environment.status(again)).status).toBe('enabled');
  });

  it('reverts a location whose response was lost', async () => {
    environment.emulator.faults.set('CreateAccessGrantsLocation', { kind: 'cut', when: 'after' });
    const id = await environment.create(body());
    const { status } = await environment.status(id);
    expect(['createError', 'enabled']).toContain(status);
    expect(environment.emulator.seen.filter((each) => each === 'CreateAccessGrantsLocation')).toHaveLength(1);
    expect(location()).toHaveLength(status === 'enabled' ? 1 : 0);
  });
});

describe('the host’s own credentials', () => {
  const SERVICE = `arn:aws:iam::${ACCOUNT}:role/portcullis-service`;
  const auto = { authenticationType: 'auto', awsAccessKeyId: undefined, awsSecretAccessKey: undefined };
  const hostCredentials = async () => ({ accessKeyId: 'AKIAHOST000000000001', secretAccessKey: 'of-the-host' });

  async function hosted() {
    await environment.close();
    environment = await startEnvironment({ hostCredentials });
    const { keys, roles } = environment.emulator.account;
    keys.set('AKIAHOST000000000001', { account: '999999999999', arn: 'arn:aws:iam::999999999999:role/host' });
    roles.set('portcullis-service', { arn: SERVICE, trust: { externalIds: ['portcullis-4711'] } });
  }

  const dropUndefined = (config: object) => JSON.parse(JSON.stringify(config));

  it('assume the role of the config with its external id', async () => {
    await hosted();
    const config = dropUndefined({ ...auto, awsRoleToAssume: SERVICE, awsExternalId: 'portcullis-4711' });
    const request = body();
    const { awsAccessKeyId: _id, awsSecretAccessKey: _secret, ...place } = request.config;
    const id = await environment.create({ ...request, config: { ...place, ...config } });
    expect((await environment.status(id)).status).toBe('enabled');
    expect(environment.emulator.seen).toContain('AssumeRole');
  });

  it.each([
    ['with another external id', { awsRoleToAssume: SERVICE, awsExternalId: 'other' }, 'sts:AssumeRole'],
    ['alone, in another account', {}, 'in account 999999999999'],
  ])('are rejected %s', async (_how, more, message) => {
    await hosted();
    const request = body();
    const { awsAccessKeyId: _id, awsSecretAccessKey: _secret, ...place } = request.config;
    const config = { ...place, authenticationType: 'auto', ...more };
    await expect(environment.portcullis.integrations.create(ADMIN, { ...request, config })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(message),
    });
    expect(environment.emulator.changes()).toEqual([]);
  });
});
