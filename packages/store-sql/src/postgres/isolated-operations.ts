import type { EngineOperations } from '@portcullis/core/ports';
import type { Run, SqlOperations } from '../operations/sql-operations.ts';
import type { Statement } from '../operations/statement-cache.ts';

/** The setting of a transaction that says whose rows it may touch: `=` and the tenant, or `*` for all. */
export const TENANT_SETTING = 'portcullis.tenant';
/** The value of the setting for the rows of all tenants. */
export const ALL_ROWS = '*';

/**
 * Creates the operations of a transaction whose statements say whose rows they may touch.
 *
 * @param isShared - true when other code sends statements in the same transaction: it may have gone back behind the last setting.
 */
export function isolatedOperations(operationsOn: SqlOperations, run: Run, isShared = false): EngineOperations {
  let current: string | undefined;
  const within = (scope: string): EngineOperations =>
    operationsOn((statement) => {
      if (isShared || current !== scope) {
        current = scope;
        // Sent in order before the statement, which fails if this does.
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
