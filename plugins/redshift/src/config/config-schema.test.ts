import { configFields } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';
import { credentialsSchema } from './credentials-schema.ts';
import { OKTA_REFUSAL } from './okta-schema.ts';

const schema = configSchema('redshift');
const [sample = {}] = SAMPLES;

/** The paths and messages of what a config is refused for. */
function problems(changes: Readonly<Record<string, unknown>>, parsed = schema): string[] {
  const result = parsed.safeParse({ ...sample, ...changes });
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('the config', () => {
  it('has a port and no impersonation unless it says so', () => {
    const { port: _port, impersonation: _impersonation, ...least } = sample;
    expect(schema.parse(least)).toMatchObject({ port: 5439, impersonation: { enabled: false } });
  });

  it('shows names as the platform has them', () => {
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
    ['a line break in a name', { database: 'gov\nDROP DATABASE dev' }],
    ['an invisible character in a name', { database: 'gov\u202edev' }],
    ['half a character in a name', { database: 'gov\ud800' }],
    ['a blank around a name', { database: ' gov' }],
    ['a name of 128 bytes', { database: 'ü'.repeat(64) }],
    ['one database for both', { database: 'WAREHOUSE', initialDatabase: 'warehouse' }],
    ['an account of the platform', { username: 'rdsdb' }],
    ['an empty password', { password: '' }],
    ['a role of the system', { impersonation: { enabled: true, role: 'sys:superuser' } }],
    ['a role called like the account', { impersonation: { enabled: true, role: 'awsuser' } }],
    ['a role called like the service account', { impersonation: { enabled: true, role: 'governance_service' } }],
    ['an unknown field of impersonation', { impersonation: { enabled: true, roles: [] } }],
    ['a host of this machine', { host: 'localhost' }],
  ])('is refused with %s', (_what, changes) => {
    expect(problems(changes)).toHaveLength(1);
  });

  it.each(['go"v', "go'v", 'go;v', 'go--v', 'go/*v', 'go\\v', 'go$guard$v', 'göv 数据', '{{x}}', 'a'.repeat(127)])(
    'takes the strange but printable name %s',
    (database) => {
      expect(problems({ database })).toEqual([]);
    },
  );

  it('refuses Okta until its sign-in exists, and says so', () => {
    const { username: _username, password: _password, ...rest } = sample;
    const okta = {
      username: 'a@example.com',
      password: 'x',
      appId: '0oa1',
      idpHost: 'example.okta.com',
      role: 'arn:aws:iam::123456789012:role/x',
    };
    const result = schema.safeParse({ ...rest, authenticationType: 'okta', okta });
    expect(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      ['authenticationType', OKTA_REFUSAL],
    ]);
  });

  it('says what to name where the way to sign in is missing or unknown', () => {
    const said = ['authenticationType: Name the way to sign in: "userPassword".'];
    expect(problems({ authenticationType: undefined })).toEqual(said);
    expect(problems({ authenticationType: 'kerberos' })).toEqual(said);
  });

  it('hides what the interface redacts, and nothing else', () => {
    const concealed = configFields(schema).filter((field) => field.exposure !== 'public');
    expect(Object.fromEntries(concealed.map((field) => [field.path, field.exposure]))).toEqual({
      username: 'hidden',
      password: 'secret',
      'okta.username': 'hidden',
      'okta.password': 'secret',
    });
  });

  it('explains every field to people', () => {
    for (const { schema: leaf, path } of configFields(schema)) {
      const { title, description, examples } = (leaf as unknown as { meta(): Record<string, unknown> }).meta() ?? {};
      expect([path, typeof title, typeof description, Array.isArray(examples)]).toEqual([
        path,
        'string',
        'string',
        true,
      ]);
    }
  });
});

it('takes the credentials of a deletion under the names of the config', () => {
  const credentials = { authenticationType: 'userPassword', username: 'awsuser', password: 'Correct4Horse' };
  expect(credentialsSchema('redshift').parse(credentials)).toEqual(credentials);
  expect(credentialsSchema('redshift').safeParse({ ...credentials, role: 'x' }).success).toBe(false);
  expect(credentialsSchema('redshift').safeParse({ username: 'awsuser', password: 'x' }).success).toBe(false);
});
