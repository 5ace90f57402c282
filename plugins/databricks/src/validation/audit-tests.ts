import { failed, ident, keyword, passed, skipped, sql } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { FEATURE } from '../features.ts';
import { AUDIT_TABLES } from '../objects/privileges.ts';
import { type DatabricksTest, isStopped, SERVICE, TEST_IDS } from './databricks-test.ts';

/**
 * The test that the service can read one row of each audit table. Source: "Audit log system table reference", "Lineage
 * system tables reference".
 */
export const auditReadable: DatabricksTest = {
  id: 'audit',
  name: 'Audit: The audit tables are readable',
  description: 'Reads one row of each table of system.access that audit needs.',
  operations: ['create', 'edit', 'recurring'],
  modes: ['automatic', 'manual'],
  phase: 'capability',
  mandatory: false,
  affects: [FEATURE.audit],
  dependsOn: [TEST_IDS.warehouse],
  when: ({ audit }) => audit.enabled || { reason: 'audit.enabled is false.' },
  on: SERVICE,
  async run({ session, operation, signal }) {
    const warehouse = operation === 'recurring' ? await session.warehouse(signal) : undefined;
    if (warehouse && isStopped(warehouse))
      return skipped('The warehouse is stopped, and the recurring validation does not start it.');
    const refused: (typeof AUDIT_TABLES)[number][] = [];
    for (const table of AUDIT_TABLES) {
      try {
        await session.query(sql`SELECT 1 FROM system.access.${keyword(table, AUDIT_TABLES)} LIMIT 1`, signal);
      } catch (error) {
        const failure = classifyError(error)?.class ?? '';
        if (!['missing-grant', 'not-found', 'unsupported'].includes(failure)) throw error;
        refused.push(table);
      }
    }
    if (refused.length === 0) return passed();
    const to = ident(await session.principal(signal));
    const tables = refused.map((table) => `system.access.${table}`).join(', ');
    return failed(
      `The service principal may not read ${tables}, or an account admin has not enabled the system schema "access".`,
      {
        failureClass: 'missing-grant',
        remediation: {
          statements: [
            sql`GRANT USE CATALOG ON CATALOG system TO ${to}`,
            sql`GRANT USE SCHEMA ON SCHEMA system.access TO ${to}`,
            ...refused.map(
              (table) => sql`GRANT SELECT ON TABLE system.access.${keyword(table, AUDIT_TABLES)} TO ${to}`,
            ),
          ],
          runAs: 'a metastore admin who is also an account admin',
        },
      },
    );
  },
};
