import { holds, owns } from './account.ts';
import { NAME, name } from './reading.ts';
import { refusals } from './refusal.ts';
import { type AccountSession, DONE } from './session.ts';
import type { StatementTable } from './statement-table.ts';

/** The statements that change a session: its identity, its warehouse and its parameters. */
export const SESSION_STATEMENTS: StatementTable = [
  [
    new RegExp(`^USE (ROLE|WAREHOUSE) ${NAME}$`),
    'USE ROLE; USE WAREHOUSE',
    ([, kind, id], session) => {
      if (kind === 'ROLE') actAs(session, name(id));
      else useWarehouse(session, name(id));
      return DONE;
    },
  ],
  [
    /^ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = (TRUE|FALSE)$/,
    'ALTER SESSION; "Parameters", QUOTED_IDENTIFIERS_IGNORE_CASE',
    ([, value], session) => {
      session.foldsQuoted = value === 'TRUE';
      return DONE;
    },
  ],
];

/** Sets the current role. Source: "USE ROLE". */
export function actAs(session: AccountSession, role: string): void {
  const { account, user } = session;
  if (user.notPermitted?.has(role)) throw refusals.roleNotPermitted(role);
  const available =
    [...user.roles].some((each) => account.roles.has(each) && reaches(account, each, role)) || role === 'PUBLIC';
  if (!account.roles.has(role) || !available) throw refusals.roleNotAssigned(role);
  session.role = role;
}

/** Sets the current warehouse. Source: "USE WAREHOUSE". */
export function useWarehouse(session: AccountSession, warehouse: string): void {
  const found = session.account.warehouses.get(warehouse);
  const may =
    found &&
    (owns(session.account, session.role, found) ||
      holds(session.account, session.role, { privilege: 'USAGE', on: 'WAREHOUSE', name: warehouse }));
  if (!may) throw refusals.noSuchThing();
  session.warehouse = warehouse;
}

function reaches(account: AccountSession['account'], from: string, to: string): boolean {
  return from === to || [...(account.below.get(from) ?? [])].some((lower) => reaches(account, lower, to));
}
