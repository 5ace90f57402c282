import { failed, passed, sql } from '@portcullis/plugin-api';
import { connectionRemedy } from './connection-remedy.ts';
import { BASIC_CONNECTION, SETUP, type SynapseTest } from './synapse-test.ts';

/** The products by edition number. Source: Transact-SQL reference, "SERVERPROPERTY", EngineEdition. */
const EDITIONS: Readonly<Record<number, string>> = {
  5: 'an Azure SQL Database',
  8: 'an Azure SQL Managed Instance',
  11: 'a serverless SQL pool or a Fabric warehouse',
};
const DEDICATED_POOL = 6;

/** The test that signs in and checks that the database is a dedicated SQL pool. */
export const basicConnection: SynapseTest = {
  id: BASIC_CONNECTION,
  name: 'Initial Validation: Basic Connection Test',
  description: 'Signs in to the database of the config and checks that it is a dedicated SQL pool.',
  operations: ['create', 'edit', 'delete'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SETUP,
  remedy: connectionRemedy('setup'),
  async run({ session, signal }) {
    const [row] = await session.query(
      sql`SELECT DB_NAME() AS pool, USER_NAME() AS account, CONVERT(int, SERVERPROPERTY(N'EngineEdition')) AS edition`,
      { signal },
    );
    const edition = Number(row?.edition);
    if (edition === DEDICATED_POOL) return passed([{ database: String(row?.pool), user: String(row?.account) }]);
    const found = EDITIONS[edition] ?? (edition <= 4 ? 'a SQL Server' : 'something else');
    return failed(`The database is ${found}, not a dedicated SQL pool.`, {
      failureClass: 'unsupported',
      help: 'Enter a dedicated SQL pool and its endpoint.',
      code: String(row?.edition),
    });
  },
};
