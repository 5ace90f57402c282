import {
  createIntegration,
  createPortcullisClient,
  isPortcullisError,
  planCreateIntegration,
  waitUntilEnabled,
} from '@portcullis/client';

const client = createPortcullisClient({
  baseUrl: 'https://host.example/governance',
  key: process.env.PORTCULLIS_API_KEY ?? '',
});

const body = {
  type: 'Redshift',
  autoBootstrap: true,
  config: {
    host: 'warehouse.abc123xyz789.eu-central-1.redshift.amazonaws.com',
    database: 'governance',
    initialDatabase: 'dev',
    authenticationType: 'userPassword',
    username: 'admin',
    password: process.env.REDSHIFT_PASSWORD ?? '',
  },
} as const;

try {
  const { plan } = await planCreateIntegration({ client, body });
  for (const { statement } of plan.steps) console.log(statement);

  const { id } = await createIntegration({ client, body, headers: { 'If-Plan': plan.hash } });
  await waitUntilEnabled({ client, id, onStatus: (status) => console.log(status) });
} catch (error) {
  if (!isPortcullisError(error, 'VALIDATION_FAILED')) throw error;
  for (const { name, message } of error.validationResults?.validationTests ?? []) console.log(name, message);
}
