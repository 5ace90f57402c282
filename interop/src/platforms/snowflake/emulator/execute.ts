import { availableRoles, holds, inherited } from './account.ts';
import { CHANGE_STATEMENTS } from './change-statements.ts';
import { refusals } from './refusal.ts';
import { runBlock } from './scripting.ts';
import { type AccountSession, DONE, type Rows } from './session.ts';
import { SHOW_STATEMENTS } from './show-statements.ts';

const BLOCK = /^EXECUTE IMMEDIATE \$\$([\s\S]*)\$\$$/;

/** Runs one statement. Only the forms in the tables are supported: any other statement is a syntax error. */
export function execute(statement: string, session: AccountSession): Rows {
  const sql = statement.trim().replace(/;$/, '');
  const [, block] = BLOCK.exec(sql) ?? [];
  if (block !== undefined) {
    if (block.includes('$$')) throw refusals.syntax('$$');
    const foldsQuoted = session.foldsQuoted ?? session.account.foldsQuoted;
    return runBlock(block, foldsQuoted, (inner) => execute(inner, session));
  }
  for (const [form, , run] of [...SHOW_STATEMENTS, ...CHANGE_STATEMENTS]) {
    const match = form.exec(sql);
    if (match) return run(match, session) ?? DONE;
  }
  if (sql.startsWith('SELECT ')) return select(sql, session);
  throw refusals.syntax(sql);
}

/** Context functions and the account usage views. Sources: "Context functions", "IS_ROLE_IN_SESSION", "Account Usage". */
function select(sql: string, session: AccountSession): Rows {
  const { account, user, role } = session;
  const view = /^SELECT 1 FROM SNOWFLAKE\.ACCOUNT_USAGE\.(QUERY_HISTORY|ACCESS_HISTORY) LIMIT 1$/.exec(sql)?.[1];
  if (view !== undefined) {
    const isVisible = holds(account, role, { privilege: 'IMPORTED PRIVILEGES', on: 'DATABASE', name: 'SNOWFLAKE' });
    if (!isVisible || (view === 'ACCESS_HISTORY' && account.edition === 'STANDARD'))
      throw refusals.missing('Object', `SNOWFLAKE.ACCOUNT_USAGE.${view}`);
    const warehouse = session.warehouse === undefined ? undefined : account.warehouses.get(session.warehouse);
    if (!warehouse || (warehouse.suspended && !warehouse.autoResume)) throw refusals.noWarehouse();
    return [{ 1: '1' }];
  }
  const values: Readonly<Record<string, () => string | null>> = {
    CURRENT_VERSION: () => '9.36.2',
    CURRENT_ACCOUNT: () => 'XY12345',
    CURRENT_REGION: () => 'AWS_EU_CENTRAL_1',
    CURRENT_USER: () => session.userName,
    CURRENT_ROLE: () => role,
    CURRENT_WAREHOUSE: () => session.warehouse ?? null,
    CURRENT_AVAILABLE_ROLES: () => JSON.stringify([...availableRoles(account, user)].sort()),
  };
  const row: Record<string, string | null> = {};
  for (const part of sql.slice('SELECT '.length).split(/, (?=[A-Z_]+\()/)) {
    const [, call = '', literal, alias] = /^([A-Z_]+)\((?:'([^']*)')?\)(?: AS ([A-Z_]+))?$/.exec(part) ?? [];
    const known = values[call];
    if (call === 'IS_ROLE_IN_SESSION') row[alias ?? part] = String(inherited(account, role).has(literal ?? ''));
    else if (known) row[alias ?? part] = known();
    else throw refusals.syntax(part);
  }
  return [row];
}
