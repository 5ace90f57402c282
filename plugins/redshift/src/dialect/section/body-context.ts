import type { ScriptStep } from '@portcullis/plugin-api';

/** The names that one procedure uses: none of them occurs in its statements. */
export interface BodyWords {
  /** Tag of the dollar quotes, and beginning of the others. */
  readonly tag: string;
  /** The number of objects of this kind and name. */
  readonly found: string;
  /** The number of those that are ours. */
  readonly ours: string;
  /** The subject, for messages. */
  readonly subject: string;
  /** The row of a loop over a query. */
  readonly row: string;
  /** The query whose rows are counted. */
  readonly probe: string;
}

/** The input for writing the body of a procedure. */
export interface BodyContext {
  readonly words: BodyWords;
  quoteLiteral(value: string): string;
  /** The statement of a step or, if it contains a secret, the execution of the argument with the statement. */
  statement(step: ScriptStep): string;
}
