const OKTA = {
  username: 'service@example.com',
  password: 'Correct4Horse9Battery',
  appId: '0oa1abcdEFGH2345i0x7/272',
  idpHost: 'example.okta.com',
  role: 'arn:aws:iam::123456789012:role/redshift-setup',
};

/** A config with all fields, a minimal one, and configs with a sign-in through Okta to a cluster and to a workgroup. */
export const SAMPLES: readonly Readonly<Record<string, unknown>>[] = [
  {
    host: 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com',
    port: 5439,
    database: 'governance',
    initialDatabase: 'dev',
    authenticationType: 'userPassword',
    username: 'awsuser',
    password: 'Correct4Horse9Battery',
    impersonation: { enabled: true, role: 'governance_impersonation' },
  },
  {
    host: 'analytics.123456789012.eu-central-1.redshift-serverless.amazonaws.com',
    database: 'governance',
    initialDatabase: 'dev',
    authenticationType: 'userPassword',
    username: 'admin',
    password: 'Correct4Horse9Battery',
  },
  {
    host: 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com',
    database: 'governance',
    initialDatabase: 'dev',
    authenticationType: 'okta',
    okta: OKTA,
    impersonation: { enabled: true },
  },
  {
    host: 'analytics.123456789012.eu-central-1.redshift-serverless.amazonaws.com',
    database: 'governance',
    initialDatabase: 'dev',
    authenticationType: 'okta',
    okta: OKTA,
  },
];
