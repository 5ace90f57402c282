import type { ScriptStep } from '@portcullis/plugin-api';

/** The names that one procedure uses. None of them occurs in its statements. */
export interface BodyWords {
  /** The tag of the dollar quotes, and the prefix of the other names. */
  readonly tag: string;
  /** The variable for the number of objects of this kind and name. */
  readonly found: string;
  /** The variable for the number of our objects among them. */
  readonly ours: string;
  /** The variable for the subject of messages. */
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
  /**
   * Returns the statement of a step. If it contains a secret, returns the execution of the argument that contains the
   * statement.
   */
  statement(step: ScriptStep): string;
}
