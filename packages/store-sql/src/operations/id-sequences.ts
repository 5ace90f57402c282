import type { IdRange } from '@portcullis/core/ports';
import type { Statement } from './statement-cache.ts';

/** The sequences that give the ids of tables. */
export interface IdSequences {
  readonly range: IdRange;
  /** The statement that reads the last id that was given; absent where rows with other ids do not move a sequence. */
  lastId?(table: string): Statement;
  /** The statement after which the next id is greater than `id`. */
  moveTo(table: string, id: number): Statement;
}
