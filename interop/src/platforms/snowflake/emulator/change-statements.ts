import { DATABASE_STATEMENTS } from './database-statements.ts';
import { GRANT_STATEMENTS } from './grant-statements.ts';
import { PRINCIPAL_STATEMENTS } from './principal-statements.ts';
import { SESSION_STATEMENTS } from './session-statements.ts';
import type { StatementTable } from './statement-table.ts';

/** The changing statements, each with its documentation page. */
export const CHANGE_STATEMENTS: StatementTable = [
  ...DATABASE_STATEMENTS,
  ...PRINCIPAL_STATEMENTS,
  ...GRANT_STATEMENTS,
  ...SESSION_STATEMENTS,
];
