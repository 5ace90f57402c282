import { expect, it } from 'vitest';
import { SnowflakeApiError } from '../failures/snowflake-api-error.ts';
import { edition } from './edition.ts';

it.each([
  ['passes in an account with more policies than one list shows', '090153', '22000', 'passed'],
  ['fails in an account without policies', '000002', '0A000', 'failed'],
])('%s', async (_what, code, sqlState, status) => {
  const error = new SnowflakeApiError({ status: 422, code, sqlState, message: 'No.' });
  const context = { session: { query: () => Promise.reject(error) }, signal: new AbortController().signal };
  expect(await edition.run(context as never)).toMatchObject({ status });
});
