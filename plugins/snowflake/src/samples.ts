import { SAMPLE_PRIVATE_KEY } from './sample-key.ts';

/** A config for each sign-in method: one with all fields, a minimal one, and one in between. */
export const SAMPLES: readonly Readonly<Record<string, unknown>>[] = [
  {
    host: 'myorg-myaccount.snowflakecomputing.com',
    port: 443,
    warehouse: 'GOVERNANCE_WH',
    database: 'GOVERNANCE',
    audit: { enabled: true },
    workspaces: { enabled: true },
    impersonation: { enabled: true, role: 'GOVERNANCE_IMPERSONATION' },
    lineage: { enabled: true },
    authenticationType: 'userPassword',
    username: 'ADA',
    password: 'Correct4Horse9Battery',
    role: 'ACCOUNTADMIN',
  },
  {
    host: 'xy12345.eu-central-1.snowflakecomputing.com',
    warehouse: 'GOVERNANCE_WH',
    database: 'GOVERNANCE',
    authenticationType: 'keyPair',
    username: 'ADA',
    privateKey: { content: SAMPLE_PRIVATE_KEY, keyName: 'governance key', userFilename: 'rsa_key.p8' },
  },
  {
    host: 'myorg-myaccount.privatelink.snowflakecomputing.com',
    warehouse: '"my warehouse"',
    database: 'GOVERNANCE',
    audit: { enabled: true },
    authenticationType: 'oAuthClientCredentials',
    oAuthClientConfig: {
      provider: 'okta',
      clientId: '0oa1abcdEFGH2345i0x7',
      clientSecret: 'Correct4Horse9Battery',
      scope: 'session:role-any',
      authorityUrl: 'https://example.okta.com/oauth2/default/v1/token',
    },
    role: 'PORTCULLIS_SETUP',
  },
];
