import { classifyFailure, failed, ident, passed, sql } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { nameOf } from '../names/identifier.ts';
import { listed } from '../objects/guards.ts';
import { SETUP, type SnowflakeTest, TEST_IDS } from './snowflake-test.ts';

/** The test that the role can use the warehouse, and that the warehouse runs or resumes automatically. */
export const defaultWarehouse: SnowflakeTest = {
  id: 'default-warehouse',
  name: 'Initial Validation: Default Warehouse Access Test',
  description: 'Switches to the warehouse, because a sign-in ignores a missing warehouse.',
  operations: ['create', 'edit'],
  modes: ['automatic', 'manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.connection],
  on: SETUP,
  async run({ session, config, signal }) {
    const warehouse = nameOf(config.warehouse);
    const refusal = {
      failureClass: 'missing-grant',
      remediation: {
        statements: [sql`GRANT USAGE ON WAREHOUSE ${ident(warehouse)} TO ROLE ${ident(session.role)}`],
        runAs: `the owner of warehouse ${warehouse}, or a role with MANAGE GRANTS`,
      },
    } as const;
    const message = `The warehouse ${warehouse} does not exist, or the role ${session.role} may not use it.`;
    try {
      await session.query(sql`USE WAREHOUSE ${ident(warehouse)}`, { signal });
    } catch (error) {
      const { class: failure } = classifyFailure(error, classifyError);
      if (failure === 'missing-grant' || failure === 'not-found') return failed(message, refusal);
      throw error;
    }
    const [current] = await session.query(sql`SELECT CURRENT_WAREHOUSE() AS WAREHOUSE`, { signal });
    if (current?.WAREHOUSE !== warehouse) return failed(message, refusal);
    const row = (await session.query(listed('WAREHOUSES', warehouse), { signal })).find(
      ({ name }) => name === warehouse,
    );
    const staysSuspended = row?.state === 'SUSPENDED' && String(row.auto_resume) === 'false';
    if (!staysSuspended) return passed([{ warehouse, state: row?.state }]);
    return failed(`The warehouse ${warehouse} is suspended and does not resume automatically.`, {
      failureClass: 'paused-or-starting',
      remediation: {
        statements: [sql`ALTER WAREHOUSE ${ident(warehouse)} SET AUTO_RESUME = TRUE`],
        runAs: `the owner of warehouse ${warehouse}, or a role with MODIFY on it`,
      },
    });
  },
};
