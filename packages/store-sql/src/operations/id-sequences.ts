import type { IdRange } from '@portcullis/core/ports';
import type { Statement } from './statement-cache.ts';

/** The sequences that assign the ids of tables. */
export interface IdSequences {
  readonly range: IdRange;
  /**
   * Returns the statement that reads the last assigned id. Absent if the insert of a row with an explicit id does not
   * move the sequence.
   */
  lastId?(table: string): Statement;
  /** Returns the statement after which the next id is greater than `id`. */
  moveTo(table: string, id: number): Statement;
}
