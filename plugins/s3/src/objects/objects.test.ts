import type { ExecutableOperation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { S3Config } from '../config/config-schema.ts';
import type { AwsCalls } from '../connection/aws-calls.ts';
import type { S3Session } from '../connection/s3-session.ts';
import { SAMPLES } from '../samples.ts';
import { grantFamily } from './grant-family.ts';
import { locationContainer } from './location-container.ts';
import { inventory, observe } from './observe.ts';
import { CALLS, runCall } from './run-call.ts';

const { signal } = new AbortController();
const config = SAMPLES[0] as unknown as S3Config;
const path = config.awsLocationPath;
const LOCATION = { id: 'l1', arn: 'arn:l1', path, role: config.awsLocationRole };

/** Returns calls with prepared responses; an unexpected call fails the test. */
function awsWith(calls: Partial<AwsCalls>): AwsCalls {
  return new Proxy(calls as AwsCalls, {
    get: (target, name) => Reflect.get(target, name) ?? (() => Promise.reject(new Error(`${String(name)} was called`))),
  });
}

const sessionWith = (calls: Partial<AwsCalls>) => ({ aws: awsWith(calls) }) as S3Session;
const refused = (name: string, status: number) => () =>
  Promise.reject(Object.assign(new Error(name), { name, $fault: 'client', $metadata: { httpStatusCode: status } }));

const observeKey = async (key: string, name: string, calls: Partial<AwsCalls>) => {
  const object = { key, kind: 'x', name, scope: 'account', desired: {}, mark: 'portcullis:i:t:location' } as const;
  const [seen] = await observe(sessionWith(calls), [object], { config, signal });
  return seen;
};

describe('an observation of the location', () => {
  const locations = async () => [{ ...LOCATION, id: 'l0', path: 's3://other' }, LOCATION];

  it('distinguishes our location from foreign ones by its tag', async () => {
    const ours = { locations, tags: async () => ({ 'portcullis:mark': 'portcullis:i:t:location' }) };
    const others = { locations, tags: async () => ({ 'portcullis:mark': 'portcullis:other:t:location' }) };
    expect(await observeKey('location', path, ours)).toMatchObject({ state: 'ours', values: { role: LOCATION.role } });
    expect(await observeKey('location', path, others)).toMatchObject({ state: 'foreign' });
    expect(await observeKey('location', path, { locations, tags: async () => ({}) })).toMatchObject({
      state: 'foreign',
    });
  });

  it('reports the absence of a location that a list still contains', async () => {
    expect(await observeKey('location', path, { locations, tags: async () => undefined })).toEqual({
      key: 'location',
      state: 'absent',
    });
  });

  it('reports absence only if the location is visible', async () => {
    expect(await observeKey('location', path, { locations: async () => [] })).toMatchObject({ state: 'absent' });
    const noInstance = { locations: refused('AccessGrantsInstanceNotExistsError', 404) };
    expect(await observeKey('location', path, noInstance)).toMatchObject({ state: 'absent' });
    expect(await observeKey('location', path, { locations: refused('AccessDenied', 403) })).toMatchObject({
      state: 'unknown',
    });
    expect(await observeKey('location', path, { locations, tags: refused('AccessDenied', 403) })).toMatchObject({
      state: 'unknown',
    });
    await expect(observeKey('location', path, { locations: refused('SlowDown', 503) })).rejects.toThrow('SlowDown');
  });

  it('finds a whole bucket in either spelling of the platform', async () => {
    const calls = { locations: async () => [{ ...LOCATION, path: 's3://acme-lake/' }], tags: async () => ({}) };
    expect(await observeKey('location', 's3://acme-lake', calls)).toMatchObject({ state: 'foreign' });
  });
});

it('includes instance and role, and treats neither as ours', async () => {
  expect(await observeKey('instance', 'arn', { instance: async () => 'arn:i' })).toMatchObject({ state: 'foreign' });
  expect(await observeKey('instance', 'arn', { instance: async () => undefined })).toMatchObject({ state: 'absent' });
  const role = async () => ({ arn: LOCATION.role, trustPolicy: '{}' });
  expect(await observeKey('location-role', LOCATION.role, { role })).toMatchObject({ state: 'foreign' });
  expect(await observeKey('location-role', 'no arn', {})).toMatchObject({ state: 'unknown' });
  expect(await observeKey('something-new', 'x', {})).toMatchObject({ state: 'unknown' });
});

it('lists the locations with our mark', async () => {
  const marks: Readonly<Record<string, string>> = {
    'arn:l1': 'portcullis:i:t:location',
    'arn:l2': 'portcullis:j:t:location',
  };
  const session = sessionWith({
    locations: async () => [LOCATION, { ...LOCATION, arn: 'arn:l2' }, { ...LOCATION, arn: 'arn:l3' }],
    tags: async (arn): Promise<Record<string, string>> => (marks[arn] ? { 'portcullis:mark': marks[arn] } : {}),
  });
  expect(await inventory(session, { markPrefix: 'portcullis:i:', signal })).toEqual([
    { kind: 'registered location', name: path, mark: 'portcullis:i:t:location', platformId: 'arn:l1' },
  ]);
});

describe('the grants of the host', () => {
  const grant = {
    id: 'g1',
    arn: 'arn:g1',
    locationId: 'l1',
    scope: 's3://acme-lake/curated/*',
    grantee: 'ada',
    permission: 'READ',
  };
  const grants = async () => [
    grant,
    { ...grant, id: 'g2', arn: 'arn:g2' },
    { ...grant, id: 'g3', arn: 'arn:g3', locationId: 'l9' },
  ];

  it('are the grants with the tag on the location', async () => {
    const tags = async (arn: string): Promise<Record<string, string>> =>
      arn === 'arn:g2' ? {} : { 'portcullis:grant': '' };
    const session = sessionWith({ locations: async () => [LOCATION], grants, tags });
    const details = { scope: grant.scope, grantee: 'ada', permission: 'READ' };
    expect(await grantFamily.list(session, { config, signal })).toEqual([
      { name: 'g1', platformId: 'arn:g1', details },
    ]);
    expect(grantFamily.drop({ name: 'g1' })).toEqual([
      { call: CALLS.deleteGrant, input: { grantId: 'g1' }, succeedOn: ['not-found'] },
    ]);
  });

  it('without the tag prevent the removal of the location, and each is named', async () => {
    const tags = async (arn: string): Promise<Record<string, string>> =>
      arn === 'arn:g2' ? {} : { 'portcullis:grant': '' };
    const session = sessionWith({ locations: async () => [LOCATION], grants, tags });
    expect(await locationContainer.list(session, { config, signal })).toEqual([
      { kind: 'access grant', name: 'g2 to ada' },
    ]);
    const refuses = sessionWith({ locations: async () => [LOCATION], grants: refused('AccessDenied', 403) });
    await expect(locationContainer.list(refuses, { config, signal })).rejects.toThrow('AccessDenied');
  });

  it('do not include grants that a list still contains', async () => {
    const session = sessionWith({ locations: async () => [LOCATION], grants, tags: async () => undefined });
    expect(await grantFamily.list(session, { config, signal })).toEqual([]);
    expect(await locationContainer.list(session, { config, signal })).toEqual([]);
  });

  it('are an empty list if the location does not exist', async () => {
    expect(await grantFamily.list(sessionWith({ locations: async () => [] }), { config, signal })).toEqual([]);
  });
});

describe('a call', () => {
  const operation = (call: string, input: object) =>
    ({ kind: 'call', text: call, call, reveal: () => input }) as Extract<ExecutableOperation, { kind: 'call' }>;

  it('passes on the id of the created object', async () => {
    const registrations: unknown[] = [];
    const aws = awsWith({
      registerLocation: async (registration) => {
        registrations.push(registration);
        return { id: 'l1', arn: 'arn:l1' };
      },
    });
    const made = await runCall(aws, operation(CALLS.register, { path, role: 'r', mark: 'm' }), signal);
    expect(made).toEqual({ outputs: { locationId: 'l1', locationArn: 'arn:l1' } });
    expect(registrations).toEqual([{ path, role: 'r', tags: { 'portcullis:mark': 'm' } }]);
  });

  it('is repeated while S3 does not see the role of the location', async () => {
    let attempts = 0;
    const registerLocation = async () => {
      attempts += 1;
      return attempts === 1 ? refused('InvalidIamRole', 400)() : { id: 'l1', arn: 'arn:l1' };
    };
    const aws = awsWith({ registerLocation });
    await runCall(aws, operation(CALLS.register, { path, role: 'r', mark: 'm' }), signal);
    expect(attempts).toBe(2);
  });

  it('is repeated while S3 counts grants that were removed', async () => {
    let attempts = 0;
    const aws = awsWith({
      locations: async () => [LOCATION],
      tags: async () => ({ 'portcullis:mark': 'm' }),
      deregisterLocation: async () => {
        attempts += 1;
        if (attempts === 1) await refused('AccessGrantsLocationNotEmptyError', 400)();
      },
    });
    await runCall(aws, operation(CALLS.deregister, { path, mark: 'm' }), signal);
    expect(attempts).toBe(2);
  });

  it('is not repeated after another refusal, or after an abort', async () => {
    const other = awsWith({ registerLocation: refused('AccessDenied', 403) });
    const register = operation(CALLS.register, { path, role: 'r', mark: 'm' });
    await expect(runCall(other, register, signal)).rejects.toThrow('AccessDenied');
    const invalid = awsWith({ registerLocation: refused('InvalidIamRole', 400) });
    await expect(runCall(invalid, register, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not change a location without the mark', async () => {
    const aws = awsWith({ locations: async () => [LOCATION], tags: async () => ({ 'portcullis:mark': 'other' }) });
    await expect(runCall(aws, operation(CALLS.deregister, { path, mark: 'm' }), signal)).rejects.toMatchObject({
      failureClass: 'invalid-input',
    });
  });

  it('reports that there is nothing to remove', async () => {
    const aws = awsWith({ locations: async () => [] });
    await expect(runCall(aws, operation(CALLS.deregister, { path, mark: 'm' }), signal)).rejects.toMatchObject({
      failureClass: 'not-found',
    });
  });

  it('deletes a grant by its id', async () => {
    const deleted: string[] = [];
    const aws = awsWith({ deleteGrant: async (id) => void deleted.push(id) });
    await runCall(aws, operation(CALLS.deleteGrant, { grantId: 'g1' }), signal);
    expect(deleted).toEqual(['g1']);
  });

  it('that is unknown is rejected', async () => {
    await expect(runCall(awsWith({}), operation('DeleteAccessGrantsInstance', {}), signal)).rejects.toMatchObject({
      failureClass: 'internal',
    });
  });
});
