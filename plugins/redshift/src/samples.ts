/** A complete config with everything in it, and a minimal one. */
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
];
