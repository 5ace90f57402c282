import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, KEY_ID, ROLE, SECRET } from '../../../src/platforms/s3/sample-account.ts';
import { ADMIN, startTrial, type Trial } from '../../../src/platforms/s3/test-environment.ts';

// The SDK repeats what may be repeated, with pauses.
let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.end());

const location = () => [...trial.account.locations.values()];

describe('an integration', () => {
  it('registers its location with its tag, and removes it', async () => {
    const id = await trial.create();
    expect(await trial.status(id)).toBe('enabled');
    expect(location()).toEqual([
      {
        id: expect.any(String),
        path: 's3://acme-lake/curated/',
        role: ROLE,
        tags: { 'portcullis:mark': expect.stringMatching(/^portcullis:[\w-]+:[0-9a-f]{16}:location$/) },
      },
    ]);
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleted');
    expect(location()).toEqual([]);
    expect([...trial.account.regions]).toHaveLength(1);
    expect(trial.changes()).toEqual(['CreateAccessGrantsLocation', 'DeleteAccessGrantsLocation']);
  });

  it('passes every test of a set-up', async () => {
    const results = await trial.tests();
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
    expect(trial.changes()).toEqual([]);
  });

  it('shows nothing of its key', async () => {
    const id = await trial.create();
    const shown = JSON.stringify([
      await trial.portcullis.integrations.get(ADMIN, id),
      await trial.portcullis.integrations.operations(ADMIN, id),
    ]);
    expect(shown).toContain('[REDACTED]');
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain(KEY_ID);
  });

  it('keeps the id of its location', async () => {
    const id = await trial.create();
    const [made] = location();
    expect(JSON.stringify(await trial.portcullis.integrations.operations(ADMIN, id))).toContain(
      'CreateAccessGrantsLocation',
    );
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleted');
    expect(trial.account.locations.has(made?.id ?? '')).toBe(false);
  });

  it('is noticed when its location is gone or mapped to another role', async () => {
    const id = await trial.create();
    const [made] = location();
    if (!made) throw new Error('There is no location.');
    const check = async () => {
      const { validationTests } = await trial.portcullis.integrations.validate(ADMIN, id);
      const registered = validationTests.find((test) => test.id === 'location-registered');
      return [await trial.status(id), registered?.status, registered?.message];
    };
    expect(await check()).toEqual(['enabled', 'passed', undefined]);
    trial.account.locations.set(made.id, { ...made, role: `${ROLE}-other` });
    expect(await check()).toEqual(['recurringValidationError', 'failed', expect.stringContaining(`${ROLE}-other`)]);
    trial.account.locations.clear();
    expect(await check()).toEqual(['recurringValidationError', 'failed', expect.stringContaining('any more')]);
    trial.account.locations.set(made.id, made);
    expect((await check())[0]).toBe('enabled');
  });

  it('does not remove a location that lost its tag', async () => {
    const id = await trial.create();
    const [made] = location();
    if (!made) throw new Error('There is no location.');
    trial.account.locations.set(made.id, { ...made, tags: {} });
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    await trial.status(id);
    expect(location()).toHaveLength(1);
  });

  it('says what keeps its location from being removed', async () => {
    const id = await trial.create();
    const [made] = location();
    trial.account.grants.set('g1', {
      id: 'g1',
      locationId: made?.id ?? '',
      scope: 's3://acme-lake/curated/*',
      tags: {},
    });
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleteError');
    const operations = await trial.portcullis.integrations.operations(ADMIN, id);
    const removal = operations.find(({ kind }) => kind === 'delete');
    expect(removal?.error).toMatchObject({ class: 'in-use', message: expect.stringContaining('did not make') });
    expect(trial.account.grants.size).toBe(1);

    trial.account.grants.clear();
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleted');
  });
});

describe('what the interface refuses', () => {
  it('is refused: automatic set-up, editing, scripts, credentials of DELETE', async () => {
    const { integrations } = trial.portcullis;
    await expect(integrations.create(ADMIN, { ...trial.body(), autoBootstrap: true })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('autoBootstrap'),
    });
    for (const script of ['create', 'cleanup', 'edit', 'initial-create', 'post-cleanup'] as const) {
      await expect(integrations.script(ADMIN, script, trial.body())).rejects.toMatchObject({ statusCode: 400 });
    }
    const id = await trial.create();
    await expect(integrations.update(ADMIN, id, trial.body())).rejects.toMatchObject({ statusCode: 400 });
    await expect(integrations.remove(ADMIN, id, { awsAccessKeyId: KEY_ID })).rejects.toMatchObject({ statusCode: 400 });
    expect(trial.changes()).toEqual(['CreateAccessGrantsLocation']);
  });

  it('is a second integration on the path, or with the name', async () => {
    const id = await trial.create();
    await expect(trial.create({ name: 'Another' })).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining(
        `s3://acme-lake/curated/ in account ${ACCOUNT}, eu-central-1 already, with the id ${id}`,
      ),
    });
    await expect(trial.create({ awsLocationPath: 's3://acme-lake/raw/' })).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('with the same name (Lake)'),
    });
    expect(await trial.status(await trial.create({ name: 'Raw', awsLocationPath: 's3://acme-lake/raw/' }))).toBe(
      'enabled',
    );
  });
});

describe('the privileges', () => {
  it('are those of the service, with the Terraform that gives them', async () => {
    const { privileges, script, language } = await trial.portcullis.integrations.privileges(ADMIN, trial.body());
    const ofService = privileges.filter(({ heldBy }) => heldBy === 'service');
    expect(ofService.map(({ name, on }) => [name, on])).toContainEqual(['iam:PassRole', ROLE]);
    expect(language).toBe('Terraform');
    for (const { name } of ofService) expect(script).toContain(`"${name}"`);
    expect(trial.aws.seen).toEqual([]);
  });
});

describe('a set-up that fails half-way', () => {
  it('leaves nothing, names DELETE, and can be tried again', async () => {
    trial.aws.faults.set('CreateAccessGrantsLocation', {
      kind: 'refuse',
      status: 409,
      code: 'AccessGrantsLocationsQuotaExceededError',
      message: 'The access grants location quota has been exceeded. Access Grants Locations Quota: 1000.',
    });
    const id = await trial.create();
    expect(await trial.status(id)).toBe('createError');
    expect(location()).toEqual([]);
    await expect(trial.create()).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`DELETE /integrations/${id}`),
    });
    trial.aws.faults.clear();
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleted');
    expect(await trial.status(await trial.create())).toBe('enabled');
  });

  it('takes back a location whose answer was lost', async () => {
    trial.aws.faults.set('CreateAccessGrantsLocation', { kind: 'cut', when: 'after' });
    const id = await trial.create();
    const status = await trial.status(id);
    expect(['createError', 'enabled']).toContain(status);
    expect(trial.aws.seen.filter((each) => each === 'CreateAccessGrantsLocation')).toHaveLength(1);
    expect(location()).toHaveLength(status === 'enabled' ? 1 : 0);
  });
});

describe('the host’s own credentials', () => {
  const SERVICE = `arn:aws:iam::${ACCOUNT}:role/portcullis-service`;
  const auto = { authenticationType: 'auto', awsAccessKeyId: undefined, awsSecretAccessKey: undefined };
  const hostCredentials = async () => ({ accessKeyId: 'AKIAHOST000000000001', secretAccessKey: 'of-the-host' });

  async function hosted() {
    await trial.end();
    trial = await startTrial({ hostCredentials });
    const { keys, roles } = trial.account;
    keys.set('AKIAHOST000000000001', {
      secret: 'of-the-host',
      account: '999999999999',
      arn: 'arn:aws:iam::999999999999:role/host',
    });
    roles.set('portcullis-service', { arn: SERVICE, trust: { externalIds: ['portcullis-4711'] } });
  }

  const dropUndefined = (config: object) => JSON.parse(JSON.stringify(config));

  it('assume the role of the config with its external id', async () => {
    await hosted();
    const config = dropUndefined({ ...auto, awsRoleToAssume: SERVICE, awsExternalId: 'portcullis-4711' });
    const body = trial.body() as { config: Record<string, unknown> };
    const { awsAccessKeyId: _id, awsSecretAccessKey: _secret, ...place } = body.config;
    const answer = await trial.portcullis.integrations.create(ADMIN, { ...body, config: { ...place, ...config } });
    expect(await trial.status(Number((answer as { id: string }).id))).toBe('enabled');
    expect(trial.aws.seen).toContain('AssumeRole');
  });

  it.each([
    ['with another external id', { awsRoleToAssume: SERVICE, awsExternalId: 'other' }, 'sts:AssumeRole'],
    ['alone, in another account', {}, 'in account 999999999999'],
  ])('are refused %s', async (_how, more, message) => {
    await hosted();
    const body = trial.body() as { config: Record<string, unknown> };
    const { awsAccessKeyId: _id, awsSecretAccessKey: _secret, ...place } = body.config;
    const config = { ...place, authenticationType: 'auto', ...more };
    await expect(trial.portcullis.integrations.create(ADMIN, { ...body, config })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(message),
    });
    expect(trial.changes()).toEqual([]);
  });
});
