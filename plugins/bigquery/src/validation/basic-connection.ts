import { passed } from '@portcullis/plugin-api';
import { STAGE } from '../objects/managed-objects.ts';
import { BASIC_CONNECTION, type BigQueryTest } from './bigquery-test.ts';
import { remedyOf } from './remedies.ts';

/** The test that signs in and runs a query. */
export const basicConnection: BigQueryTest = {
  id: BASIC_CONNECTION,
  name: 'Basic Connection Test',
  description: 'Exchanges the key for an access token and runs a query in the location of the config.',
  operations: ['create', 'edit', 'delete', 'recurring'],
  modes: ['manual'],
  phase: 'gate',
  mandatory: true,
  on: { stage: STAGE, actor: 'service' },
  async run({ session, config, signal }) {
    const [account] = await session.firstRow('SELECT SESSION_USER()', config.location, signal);
    return passed([{ project: session.account.project, account }]);
  },
  remedy: remedyOf({ service: 'bigquery.googleapis.com', permission: 'bigquery.jobs.create' }),
};
