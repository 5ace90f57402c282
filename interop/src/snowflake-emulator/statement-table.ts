import type { AccountSession, Rows } from './session.ts';

/** What a statement does: the pieces of its text, and who sent it. */
type Handler = (match: RegExpExecArray, session: AccountSession) => Rows | undefined;

/** Statements that are known, each with the page that it follows. */
export type StatementTable = readonly (readonly [form: RegExp, page: string, run: Handler])[];
