import { DATABASE_STATEMENTS } from './database-statements.ts';
import { GRANT_STATEMENTS } from './grant-statements.ts';
import { PRINCIPAL_STATEMENTS } from './principal-statements.ts';
import { SESSION_STATEMENTS } from './session-statements.ts';
import type { StatementTable } from './statement-table.ts';

/** The statements that change what there is, each with the page that it follows. */
export const CHANGE_STATEMENTS: StatementTable = [
  ...DATABASE_STATEMENTS,
  ...PRINCIPAL_STATEMENTS,
  ...GRANT_STATEMENTS,
  ...SESSION_STATEMENTS,
];
