import type { Account, User } from './account.ts';

/** The state of a connection. */
export interface AccountSession {
  readonly account: Account;
  readonly userName: string;
  readonly user: User;
  role: string;
  warehouse: string | undefined;
  /** The value of QUOTED_IDENTIFIERS_IGNORE_CASE in this session. @default that of the account */
  foldsQuoted?: boolean;
}

/** Rows by column. */
export type Rows = readonly Readonly<Record<string, string | null>>[];

/** The response to statements without a result. */
export const DONE: Rows = [{ status: 'Statement executed successfully.' }];

/** Returns the rows up to the maximum of a request, or of the account. */
export function withoutExcess(rows: Rows, { account }: AccountSession, parameters: unknown, key: string): Rows {
  const maximum = Number(Object(parameters)[key] ?? account.rowsPerResultset);
  return maximum === 0 ? rows : rows.slice(0, maximum);
}
