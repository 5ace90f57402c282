import type { EngineOperations } from '@portcullis/core/ports';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';

/**
 * The setting of a transaction with the tenant whose rows it may access: `=` and the tenant, or `*` for all tenants.
 */
export const TENANT_SETTING = 'portcullis.tenant';
/** The value of the setting for the rows of all tenants. */
export const ALL_ROWS = '*';

/**
 * Creates the operations of a transaction in which each statement sets the tenant whose rows it may access.
 *
 * @param isShared - true if other code sends statements in the same transaction: its roll-back to a savepoint can undo
 * the last setting.
 */
export function isolatedOperations(operationsOn: SqlOperations, run: Run, isShared = false): EngineOperations {
  let current: string | undefined;
  const within = (scope: string): EngineOperations =>
    operationsOn((statement) => {
      if (isShared || current !== scope) {
        current = scope;
        // Sent before the statement, which fails if this query fails.
        run(settingTo(scope)).catch(() => {});
      }
      return run(statement);
    });
  return { ...within(ALL_ROWS), scopedTo: (tenant) => within(`=${tenant}`) };
}

function settingTo(scope: string): Statement {
  const text = `select set_config('${TENANT_SETTING}', $1, true)`;
  return {
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: text },
    sql: text,
    parameters: [scope],
    keepsPlan: true,
  };
}
