import type { AccountSession, Rows } from './session.ts';

/** The handler of a statement. Takes the parts of the statement's text and the session that sent it. */
type Handler = (match: RegExpExecArray, session: AccountSession) => Rows | undefined;

/** Statements that are known, each with the page that it follows. */
export type StatementTable = readonly (readonly [form: RegExp, page: string, run: Handler])[];
