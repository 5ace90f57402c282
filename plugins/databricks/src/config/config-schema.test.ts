import { exposureOf } from '@portcullis/plugin-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';

const schema = configSchema();
const [token = {}, oauth = {}] = SAMPLES;
const client = oauth.oAuthClientConfig as object;

/** Returns the problems of a config, by path. */
function problemsOf(config: object): readonly string[] {
  const issues = schema.safeParse(config).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the workspace URL', () => {
  it.each([
    ['https://DBC-a1b2c3d4-e5f6.cloud.databricks.com/', 'dbc-a1b2c3d4-e5f6.cloud.databricks.com'],
    ['adb-1234567890123456.7.azuredatabricks.net:443', 'adb-1234567890123456.7.azuredatabricks.net'],
    ['1234567890123456.7.gcp.databricks.com.', '1234567890123456.7.gcp.databricks.com'],
    ['adb-1.2.databricks.azure.us', 'adb-1.2.databricks.azure.us'],
    ['adb-1.2.databricks.azure.cn', 'adb-1.2.databricks.azure.cn'],
    ['acme.cloud.databricks.us', 'acme.cloud.databricks.us'],
  ])('%s is stored as %s', (workspaceUrl, expected) => {
    expect(schema.parse({ ...token, workspaceUrl }).workspaceUrl).toBe(expected);
  });

  it.each([
    ['http://dbc-a1b2c3d4-e5f6.cloud.databricks.com', 'without http://'],
    ['dbc-a1b2c3d4-e5f6.cloud.databricks.com:8443', 'without http://, port'],
    ['dbc-a1b2c3d4-e5f6.cloud.databricks.com/sql', 'path'],
    ['https://user@dbc-a1b2c3d4-e5f6.cloud.databricks.com', 'user'],
    ['westeurope.azuredatabricks.net', 'regional or a custom URL'],
    ['acme.databricks.com', 'regional or a custom URL'],
    ['accounts.cloud.databricks.com', 'account console'],
    ['127.0.0.1', 'not the host of a Databricks workspace'],
    ['[::1]', 'without http://'],
    ['localhost', 'not the host of a Databricks workspace'],
    ['cloud.databricks.com', 'not the host of a Databricks workspace'],
    ['dbc.cloud.databricks.com.evil.example', 'not the host of a Databricks workspace'],
    ['evil.example#.cloud.databricks.com', 'without http://'],
    ['', 'empty'],
  ])('%s is refused: %s', (workspaceUrl, problem) => {
    expect(problemsOf({ ...token, workspaceUrl }).join()).toContain(problem);
  });
});

describe('the HTTP path', () => {
  it.each([
    ['sql/1.0/warehouses/1a2b3c4d5e6f7a8b', '/sql/1.0/warehouses/1a2b3c4d5e6f7a8b'],
    ['/sql/1.0/endpoints/1a2b3c4d5e6f7a8b', '/sql/1.0/endpoints/1a2b3c4d5e6f7a8b'],
    ['/sql/1.0/warehouses/1a2b3c4d5e6f7a8b?o=1234', '/sql/1.0/warehouses/1a2b3c4d5e6f7a8b?o=1234'],
  ])('%s is stored as %s', (httpPath, expected) =>
    expect(schema.parse({ ...token, httpPath }).httpPath).toBe(expected),
  );

  it.each([
    ['sql/protocolv1/o/1234/0123-456789-abcdefgh', 'path of a cluster'],
    ['/sql/1.0/warehouses/../../../api', 'not the path of a SQL warehouse'],
    ['/sql/1.0/warehouses/1a2b', 'not the path of a SQL warehouse'],
  ])('%s is refused: %s', (httpPath, problem) => expect(problemsOf({ ...token, httpPath }).join()).toContain(problem));
});

describe('the catalog', () => {
  it('is folded to lower case, as the platform stores it', () => {
    expect(schema.parse({ ...token, catalog: 'Governance' }).catalog).toBe('governance');
  });

  it.each([
    ['system', 'belongs to the platform'],
    ['HIVE_METASTORE', 'belongs to the platform'],
    ['a.b', 'does not allow in names'],
    ['a b', 'does not allow in names'],
    ['a/b', 'does not allow in names'],
    ['a\u007Fb', 'does not allow in names'],
    ['a\u200Bb', 'does not allow in names'],
    ['{{x}}', 'parameter'],
    ['$\u007Bx}', 'parameter'],
    ['n'.repeat(256), 'longer than 255'],
    ['', 'empty'],
  ])('%j is refused: %s', (catalog, problem) => expect(problemsOf({ ...token, catalog }).join()).toContain(problem));

  it('does not read an HTTP path that is too long, which would take a time that grows with the square of its length', () => {
    expect(problemsOf({ ...token, httpPath: `x${'/'.repeat(201)}x` })).toEqual([expect.stringContaining('Too big')]);
  });

  it('accepts backticks, quotes and backslashes, which scripts quote', () => {
    expect(problemsOf({ ...token, catalog: 'a`\'"\\;--b' })).toEqual([]);
  });
});

describe('the managed location', () => {
  it.each(['s3://bucket', 's3://bucket/a/b', 'gs://bucket/x', 'abfss://c1@account.dfs.core.windows.net/x'])(
    '%s is taken',
    (managedLocation) => expect(problemsOf({ ...token, managedLocation })).toEqual([]),
  );

  it.each(['https://bucket.s3.amazonaws.com', 'dbfs:/x', '/mnt/x', 's3://', "s3://bucket/' ; DROP CATALOG x"])(
    '%s is refused',
    (managedLocation) =>
      expect(problemsOf({ ...token, managedLocation }).join()).toContain('not the URL of a storage location'),
  );

  it.each([
    ['s3://bucket/a\u001b[2J', 'non-printable'],
    ['s3://bucket/a\u0000b', 'non-printable'],
    ['s3://bucket/a\u202eb', 'non-printable'],
    ['s3://bucket/a\ud800b', 'non-printable'],
    ['s3://bucket/{{x}}', 'parameter'],
    ['s3://bucket/$\u007Benv:HOME}', 'parameter'],
  ])('%j is refused: %s', (managedLocation, problem) =>
    expect(problemsOf({ ...token, managedLocation }).join()).toContain(problem),
  );
});

describe('the sign-in', () => {
  it('is by token or by client only', () => {
    expect(problemsOf({ ...token, authenticationType: 'userPassword' }).join()).toContain('"token" or "oAuthM2M"');
    expect(problemsOf({ ...token, oAuthClientConfig: client }).join()).toContain('oAuthClientConfig');
    expect(problemsOf({ ...oauth, token: 'dapi1' }).join()).toContain('token');
  });

  it('requests the scope of every API unless another one is configured', () => {
    const { scope, ...others } = client as { readonly scope: string };
    const parsed = schema.parse({ ...oauth, oAuthClientConfig: others });
    expect(parsed).toMatchObject({ oAuthClientConfig: { scope, useCertificate: false } });
  });

  it.each([
    [{ clientId: 'my service principal' }, 'not the application id'],
    [{ clientSecret: '' }, 'empty'],
    [{ authorityUrl: 'http://dbc-a1b2c3d4-e5f6.cloud.databricks.com/oidc/v1/token' }, 'must be an https URL'],
    [{ authorityUrl: 'https://user:pass@login.microsoftonline.com/x' }, 'must be an https URL'],
    [{ useCertificate: true }, 'private key and the certificate'],
  ])('with %j is refused: %s', (changes, problem) => {
    expect(problemsOf({ ...oauth, oAuthClientConfig: { ...client, ...changes } }).join()).toContain(problem);
  });

  it('repeats no secret in its messages', () => {
    const bad = { ...token, token: 'dapi secret with blanks' };
    expect(problemsOf(bad).join()).not.toContain('secret with');
  });
});

it('marks the token and the client secret as secrets, the client id as hidden', () => {
  const [byToken, byClient] = schema.options;
  expect(exposureOf(byToken.shape.token)).toBe('secret');
  expect(exposureOf(byClient.shape.oAuthClientConfig.shape.clientSecret)).toBe('secret');
  expect(exposureOf(byClient.shape.oAuthClientConfig.shape.clientId)).toBe('hidden');
});

it('accepts its own output unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (catalog) => {
      const { data } = schema.safeParse({ ...token, catalog });
      if (data) expect(schema.parse(data)).toEqual(data);
    }),
  );
});
