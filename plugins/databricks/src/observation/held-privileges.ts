import type { DatabricksSession, SecurableType } from '../connection/databricks-session.ts';
import { AUDIT_TABLES } from '../objects/privileges.ts';

/** The privileges for reading the audit tables, as in responses. */
const AUDIT_PRIVILEGES: readonly { readonly on: SecurableType; readonly name: string; readonly privilege: string }[] = [
  { on: 'catalog', name: 'system', privilege: 'USE_CATALOG' },
  { on: 'schema', name: 'system.access', privilege: 'USE_SCHEMA' },
  ...AUDIT_TABLES.map((table) => ({ on: 'table', name: `system.access.${table}`, privilege: 'SELECT' }) as const),
];

/** Returns the privileges that a principal lacks to read the audit tables, as text. Throws if they may not be seen. */
export async function missingAuditPrivileges(
  session: DatabricksSession,
  principal: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { on, name, privilege } of AUDIT_PRIVILEGES) {
    if (!(await session.holds({ on, name, anyOf: [privilege, 'ALL_PRIVILEGES'] }, principal, signal))) {
      missing.push(`${privilege.replaceAll('_', ' ')} on ${on} ${name}`);
    }
  }
  return missing;
}
