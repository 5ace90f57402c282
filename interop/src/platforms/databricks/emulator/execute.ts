import { CHANGE_STATEMENTS } from './change-statements.ts';
import { GRANT_STATEMENTS, SHOW_GRANTS } from './grant-statements.ts';
import { INFORMATION_STATEMENTS } from './information-schema.ts';
import { refusals } from './refusal.ts';
import { SELECT_STATEMENTS } from './select-statements.ts';
import type { Caller, Changes, Readings, Rows } from './session.ts';
import { SHOW_STATEMENTS } from './show-statements.ts';

const CHANGES: Changes = [...CHANGE_STATEMENTS, ...GRANT_STATEMENTS];
const READINGS: Readings = [...SHOW_GRANTS, ...SHOW_STATEMENTS, ...INFORMATION_STATEMENTS, ...SELECT_STATEMENTS];

/**
 * Runs one statement. Only the forms in the tables are supported: any other statement is a syntax error, and so are
 * two statements together. Source: "Statement Execution API", Execute a SQL statement.
 */
export function execute(statement: string, caller: Caller): Rows {
  const sql = statement.trim().replace(/;$/, '');
  if (!caller.account.metastore) throw refusals.noMetastore();
  for (const [form, , run] of READINGS) {
    const match = form.exec(sql);
    if (match) return run(match, caller);
  }
  for (const [form, , run] of CHANGES) {
    const match = form.exec(sql);
    if (!match) continue;
    run(match, caller);
    return [];
  }
  throw refusals.syntax(sql);
}
