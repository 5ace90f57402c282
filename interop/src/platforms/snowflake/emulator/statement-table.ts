import type { AccountSession, Rows } from './session.ts';

/** The handler of a statement. Takes the parts of the statement's text and the session that sent it. */
type Handler = (match: RegExpExecArray, session: AccountSession) => Rows | undefined;

/** The known statements, each with its documentation page. */
export type StatementTable = readonly (readonly [form: RegExp, page: string, run: Handler])[];
