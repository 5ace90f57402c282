import { describe, expect, it } from 'vitest';
import { rejectPlaintextOptions, rejectPlaintextSecrets } from './plaintext-secrets.ts';
import { secretPaths } from './secret-paths.ts';

const secret = { type: 'string', writeOnly: true, format: 'password' };
const account = { type: 'object', properties: { name: { type: 'string' }, password: secret } };
const paths = secretPaths({
  type: 'object',
  properties: {
    password: secret,
    accounts: { type: 'array', items: account },
    keys: { type: 'array', items: secret },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, account] },
    clusters: { type: 'object', additionalProperties: account },
  },
});

describe('a secret in clear text in the config', () => {
  it.each([
    ['in an object of a list', { accounts: [{ password: `\${env:A}` }, { password: 's3' }] }, 'accounts.1.password'],
    ['in a list of secrets', { keys: [`\${env:A}`, 's3'] }, 'keys.1'],
    ['in a list with places', { pair: ['a', { password: 's3' }] }, 'pair.1.password'],
    ['in a mapping with free names', { clusters: { 'eu-1': { password: 's3' } } }, 'clusters.eu-1.password'],
    ['in a list where a single value belongs', { password: ['s3'] }, 'password.0'],
  ])('%s is refused with its path', (_place, rawConfig, path) => {
    const file = { path: 'gov.yaml', rawConfig };
    expect(() => rejectPlaintextSecrets(file, paths)).toThrow(`config.${path} is a secret`);
  });

  it('leads to a variable with a name that a shell accepts', () => {
    const rawConfig = { clusters: { 'eu-1': { password: 's3' } } };
    expect(() => rejectPlaintextSecrets({ path: 'gov.yaml', rawConfig }, paths)).toThrow(
      `\${env:CLUSTERS_EU_1_PASSWORD}`,
    );
  });

  it.each([
    ['references', { password: `\${env:A}`, accounts: [{ password: `\${file:b}` }], keys: [`\${env:C}`] }],
    ['empty values', { password: '', accounts: [{ password: null }], keys: [] }],
    ['values that are no secrets', { accounts: [{ name: 'Ada' }] }],
    ['a missing config', undefined],
  ])('is not found in %s', (_case, rawConfig) => {
    expect(() => rejectPlaintextSecrets({ path: 'gov.yaml', rawConfig }, paths)).not.toThrow();
  });
});

describe('a secret in clear text in the options of the plugin', () => {
  it.each([
    ['by its name', { clientSecret: 's3' }, 'clientSecret'],
    ['by the name of an object around it', { credentials: { value: 's3' } }, 'credentials.value'],
    ['in a list', { accounts: [{ api_key: 's3' }] }, 'accounts.0.api_key'],
    ['in an address', { proxy: 'http://ada:s3@proxy.example.com:3128' }, 'proxy'],
  ])('is refused with its path: %s', (_case, options, path) => {
    expect(() => rejectPlaintextOptions('gov.yaml', options)).toThrow(`pluginOptions.${path} is a secret`);
  });

  it.each([
    ['references', { clientSecret: `\${env:A}`, proxy: `\${env:PROXY}` }],
    ['an address that issues tokens', { endpoints: { token: 'http://127.0.0.1:9/token' } }],
    ['a proxy without a password', { proxy: 'http://proxy.example.com:3128' }],
    ['other options', { engine: 'postgresql', localPorts: [5439], requestTimeoutMs: 1000 }],
    ['a file without options', undefined],
  ])('is not found in %s', (_case, options) => {
    expect(() => rejectPlaintextOptions('gov.yaml', options)).not.toThrow();
  });
});
