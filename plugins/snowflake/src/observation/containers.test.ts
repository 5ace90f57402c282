import { expect, it } from 'vitest';
import { SnowflakeApiError } from '../failures/snowflake-api-error.ts';
import { CONTAINERS } from './containers.ts';

it('reports a list with more rows than the platform shows as incomplete, not as a refused value or as empty', async () => {
  const message = 'The result set size exceeded the max number of rows(10000) supported for SHOW statements.';
  const tooLong = new SnowflakeApiError({ status: 422, code: '090153', sqlState: '22000', message });
  const session = { query: () => Promise.reject(tooLong) };
  const context = { config: { database: 'GOVERNANCE' }, signal: new AbortController().signal };
  for (const container of CONTAINERS)
    await expect(container.list(session as never, context as never)).rejects.toMatchObject({
      failureClass: 'missing-grant',
      message: expect.stringContaining('in database GOVERNANCE is too long to be complete'),
    });
});
