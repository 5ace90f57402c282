import { configFields } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';
import { credentialsSchema } from './credentials-schema.ts';

const schema = configSchema('redshift');
const [sample = {}] = SAMPLES;

/** Returns the paths and messages of the issues of a config. */
function problems(changes: Readonly<Record<string, unknown>>, parsed = schema): string[] {
  const result = parsed.safeParse({ ...sample, ...changes });
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const oktaSample = SAMPLES[2] ?? {};
const okta = oktaSample.okta as Readonly<Record<string, unknown>>;

/** Returns the paths of the issues of a config with changes in its `okta`. */
function oktaProblems(changes: Readonly<Record<string, unknown>>): string[] {
  const result = schema.safeParse({ ...oktaSample, okta: { ...okta, ...changes } });
  return (result.error?.issues ?? []).map((issue) => issue.path.join('.'));
}

describe('the config', () => {
  it('has a default port, the initial database dev and no impersonation by default', () => {
    const { port: _port, impersonation: _impersonation, initialDatabase: _initial, ...least } = sample;
    expect(schema.parse(least)).toMatchObject({
      port: 5439,
      initialDatabase: 'dev',
      impersonation: { enabled: false },
    });
  });

  it('normalizes names like the platform', () => {
    const config = schema.parse({
      ...sample,
      host: ' Example.COM. ',
      database: 'GovDb',
      initialDatabase: 'Dev',
      username: 'Admin',
    });
    expect(config).toMatchObject({ host: 'example.com', database: 'govdb', initialDatabase: 'dev', username: 'Admin' });
    expect(configSchema('postgresql').parse({ ...sample, host: '[::1]', database: 'GovDb' })).toMatchObject({
      host: '::1',
      database: 'GovDb',
    });
  });

  it.each([
    ['an unknown field', { schema: 'x' }],
    ['a port out of range', { port: 70_000 }],
    ['a port that is text', { port: '5439' }],
    ['no database', { database: undefined }],
    ['an empty database', { database: '' }],
    ['a database of the platform', { database: 'PADB_HARVEST' }],
    ['a reserved word', { database: 'Select' }],
    ['a reserved beginning', { database: 'pg_gov' }],
    ['the text of a slot in a name', { impersonation: { enabled: true, role: 'x{{servicePassword}}' } }],
    ['a line break in a name', { database: 'gov\nDROP DATABASE dev' }],
    ['an invisible character in a name', { database: 'gov\u202edev' }],
    ['a lone surrogate in a name', { database: 'gov\ud800' }],
    ['a blank around a name', { database: ' gov' }],
    ['a name of 128 bytes', { database: 'ü'.repeat(64) }],
    ['one database for both', { database: 'WAREHOUSE', initialDatabase: 'warehouse' }],
    ['an account of the platform', { username: 'rdsdb' }],
    ['an empty password', { password: '' }],
    ['a role of the system', { impersonation: { enabled: true, role: 'sys:superuser' } }],
    ['a role with the name of the account', { impersonation: { enabled: true, role: 'awsuser' } }],
    ['a role with the name of the service account', { impersonation: { enabled: true, role: 'governance_service' } }],
    ['a role of an identity provider', { impersonation: { enabled: true, role: 'aad:analysts' } }],
    ['a database whose role would be one', { database: 'aad:analysts', impersonation: { enabled: true } }],
    ['an unknown field of impersonation', { impersonation: { enabled: true, roles: [] } }],
    ['a host of this machine', { host: 'localhost' }],
  ])('is rejected with %s', (_what, changes) => {
    expect(problems(changes)).toHaveLength(1);
  });

  it.each(['go"v', "go'v", 'go;v', 'go--v', 'go/*v', 'go\\v', 'go$guard$v', 'göv 数据', '{x}', 'a'.repeat(127)])(
    'accepts the unusual but printable name %s',
    (database) => {
      expect(problems({ database })).toEqual([]);
    },
  );

  it('accepts a sign-in through Okta, and normalizes its host', () => {
    expect(oktaProblems({})).toEqual([]);
    expect(oktaProblems({ role: 'arn:aws-eusc:iam::123456789012:role/redshift-setup' })).toEqual([]);
    expect(schema.parse({ ...oktaSample, okta: { ...okta, idpHost: ' Example.Okta.com. ' } })).toMatchObject({
      okta: { idpHost: 'example.okta.com' },
    });
  });

  it.each([
    ['an address for a host', { idpHost: '192.0.2.1' }, 'okta.idpHost'],
    ['a host with a port', { idpHost: 'example.okta.com:8443' }, 'okta.idpHost'],
    ['a host with a path', { idpHost: 'example.okta.com/x' }, 'okta.idpHost'],
    ['an application id that leads to another path', { appId: '../../api/v1/users' }, 'okta.appId'],
    ['an application with a query', { appId: '0oa1?x=y' }, 'okta.appId'],
    ['no role', { role: undefined }, 'okta.role'],
    ['a text that is not a role', { role: 'arn:aws:iam::123456789012:user/ada' }, 'okta.role'],
    ['an unknown field', { appName: 'x' }, 'okta'],
  ])('is rejected with %s', (_what, changes, path) => {
    expect(oktaProblems(changes)).toEqual([path]);
  });

  it('reads cluster and region from the host for a sign-in through Okta, so a custom domain is rejected', () => {
    const problem = schema.safeParse({ ...oktaSample, host: 'warehouse.example.com' }).error?.issues ?? [];
    expect(problem.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['host', expect.stringContaining('the endpoint name that Amazon assigns')],
    ]);
  });

  it('names the sign-in methods if the method is missing or unknown', () => {
    const issues = ['authenticationType: Name the sign-in method: "userPassword" or "okta".'];
    expect(problems({ authenticationType: undefined })).toEqual(issues);
    expect(problems({ authenticationType: 'kerberos' })).toEqual(issues);
  });

  it('hides exactly the fields that the interface redacts', () => {
    const concealed = configFields(schema).filter((field) => field.exposure !== 'public');
    expect(Object.fromEntries(concealed.map((field) => [field.path, field.exposure]))).toEqual({
      username: 'hidden',
      password: 'secret',
      'okta.username': 'hidden',
      'okta.password': 'secret',
    });
  });

  it('describes every field', () => {
    for (const { schema: leaf, path } of configFields(schema)) {
      const { title, description, examples } = (leaf as unknown as { meta(): Record<string, unknown> }).meta() ?? {};
      expect(typeof title, path).toBe('string');
      expect(typeof description, path).toBe('string');
      expect(Array.isArray(examples), path).toBe(true);
    }
  });
});

it('accepts the credentials of a deletion under the names of the config', () => {
  const credentials = { authenticationType: 'userPassword', username: 'awsuser', password: 'Correct4Horse' };
  expect(credentialsSchema('redshift').parse(credentials)).toEqual(credentials);
  expect(credentialsSchema('redshift').safeParse({ ...credentials, role: 'x' }).success).toBe(false);
  expect(credentialsSchema('redshift').safeParse({ username: 'awsuser', password: 'x' }).success).toBe(false);
});
