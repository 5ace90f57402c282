import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema } from './config-schema.ts';
import { credentialsSchema } from './credentials-schema.ts';

const [everything = {}, plain = {}] = SAMPLES;
const schema = configSchema(false);

/** Returns the issues of a config with some changed members. */
function complaints(changes: object, base: object = everything): readonly string[] {
  const { error } = schema.safeParse({ ...base, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const DELIMITERS = { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' };

/** Invalid input, and its messages. */
const BAD: readonly (readonly [what: string, changes: object, complaint: string])[] = [
  ['the serverless endpoint', { host: 'ws-ondemand.sql.azuresynapse.net' }, 'host: This is the serverless endpoint'],
  ['the development endpoint', { host: 'ws.dev.azuresynapse.net' }, 'host: This is the development endpoint'],
  ['a foreign host', { host: 'db.example.com' }, 'host: This is not the endpoint of a dedicated SQL pool'],
  ['a host with a similar suffix', { host: 'ws.sql.azuresynapse.net.example.com' }, 'host: This is not the endpoint'],
  ['a host with an additional label', { host: 'a.b.sql.azuresynapse.net' }, 'host: This is not the endpoint'],
  ['an address', { host: '10.1.2.3' }, 'host: A certificate cannot verify an IP address'],
  ['this machine', { host: 'localhost' }, 'host: This is not the endpoint'],
  ['a scheme', { host: 'https://ws.sql.azuresynapse.net' }, 'host: Enter the host name only'],
  ['an instance', { host: 'ws.sql.azuresynapse.net\\sql' }, 'host: Enter the host name only'],
  ['another port in the host', { host: 'ws.sql.azuresynapse.net:1434' }, 'host: Enter the host name only; the port'],
  ['no host', { host: '' }, 'host: The host is empty.'],
  ['an invalid port', { port: 70_000 }, 'port: '],
  ['the database of logins', { database: 'master' }, 'database: This database belongs to the platform'],
  ['a name that is too long', { schema: 'x'.repeat(129) }, 'schema: The name is longer than 128 characters.'],
  ['a long name of wide characters', { schema: '😀'.repeat(65) }, 'schema: The name is longer than 128'],
  ['a reserved word', { schema: 'Distributed' }, 'schema: This is a reserved word'],
  ['a schema of the platform', { schema: 'DBO' }, 'schema: This schema belongs to the platform'],
  ['a temporary name', { schema: '#gov' }, 'schema: Names that begin with "#"'],
  ['a variable of sqlcmd', { schema: 'gov$(x)' }, 'schema: The name contains "$("'],
  ['the text of a slot', { schema: 'x{{servicePassword}}' }, 'schema: The name contains "{{"'],
  ['a line break in a name', { schema: 'gov\nGO' }, 'schema: The name contains non-printable characters.'],
  ['a direction mark in a name', { schema: 'gov\u202e' }, 'schema: The name contains non-printable'],
  ['a blank around a name', { schema: ' gov' }, 'schema: The name begins or ends with a space.'],
  ['a login of Azure', { username: 'SA' }, 'username: Azure reserves this login.'],
  ['a login of Windows', { username: 'DOMAIN\\ada' }, 'username: The name of a SQL login has no backslash.'],
  ['a short password', { password: 'Short1!' }, 'password: The password is shorter than 8'],
  ['a long password', { password: `Aa1${'x'.repeat(126)}` }, 'password: The password is longer than 128'],
  ['a simple password', { password: 'onlyletters' }, 'password: A password needs three of these'],
  ['a quote in a password', { password: "Correct4'Horse" }, 'password: A password has no single quotes'],
  [
    'the name in the password',
    { password: 'XsqlAdminUser9' },
    'password: The password must not contain the user name.',
  ],
  ['two equal delimiters', { metadataDelimiters: { ...DELIMITERS, arrayDelimiter: '|' } }, 'occurs in'],
  [
    'a delimiter inside another',
    { metadataDelimiters: { ...DELIMITERS, hashDelimiter: '::' } },
    'hashKeyDelimiter occurs in hashDelimiter',
  ],
  ['an empty delimiter', { metadataDelimiters: { ...DELIMITERS, hashDelimiter: '' } }, 'The delimiter is empty.'],
  ['an invisible delimiter', { metadataDelimiters: { ...DELIMITERS, hashDelimiter: '\t' } }, 'cannot be printed'],
  ['no delimiters', { metadataDelimiters: undefined }, 'metadataDelimiters: '],
  [
    'a role of the platform',
    { impersonation: { enabled: true, role: 'db_owner' } },
    'impersonation.role: This role belongs',
  ],
  [
    'a role with the name of the login',
    { impersonation: { enabled: true, role: 'SqlAdminUser' } },
    'impersonation.role: A role cannot have',
  ],
  ['another sign-in method', { authenticationType: 'okta' }, 'authenticationType: '],
  ['an unknown field', { warehouse: 'x' }, 'warehouse'],
];

describe('the config', () => {
  it.each(BAD)('refuses %s', (_what, changes, complaint) => {
    expect(complaints(changes).join('\n')).toContain(complaint);
  });

  it.each([
    'myworkspace.sql.azuresynapse.net',
    'myworkspace.sql.azuresynapse.azure.cn',
    'myworkspace.sql.azuresynapse.usgovcloudapi.net',
    'myserver.database.windows.net',
    'myserver.database.chinacloudapi.cn',
    'myserver.database.usgovcloudapi.net',
  ])('accepts an endpoint of every cloud: %s', (host) => {
    expect(complaints({ host })).toEqual([]);
  });

  it('normalizes a host from every spelling of the portal', () => {
    for (const host of ['tcp:MyWorkspace.sql.azuresynapse.net,1433', 'myworkspace.sql.azuresynapse.net.']) {
      expect(schema.parse({ ...everything, host }).host).toBe('myworkspace.sql.azuresynapse.net');
    }
  });

  it('needs no authenticationType, which the interface does not define for this type', () => {
    expect(schema.parse(plain)).toMatchObject({ authenticationType: 'userPassword', port: 1433 });
  });

  it('allows this machine if the options list its ports', () => {
    expect(configSchema(true).safeParse({ ...everything, host: 'localhost' }).success).toBe(true);
    expect(configSchema(true).safeParse({ ...everything, host: '10.1.2.3' }).success).toBe(false);
  });

  it('accepts the login of a deletion under the names of the config', () => {
    const { username, password } = everything;
    expect(credentialsSchema().safeParse({ username, password }).success).toBe(true);
    expect(credentialsSchema().safeParse({ username, password, host: 'x' }).success).toBe(false);
  });
});
