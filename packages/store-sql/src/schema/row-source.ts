import type { RawBuilder } from 'kysely';
import type { SqlColumn } from './sql-table.ts';

/** The syntax of several rows in one `insert` of an engine. */
export interface RowSource {
  /** Returns how many of `count` rows one statement contains. Few distinct results mean few distinct statements. */
  atOnce(count: number): number;
  /** Equal for counts that make the same SQL. */
  shape(count: number): string;
  /**
   * Returns the text after the columns of the `insert`; `parameters` are those of the rows, in their order.
   *
   * @param idOf - returns the expression for the id of a row, which precedes its columns. Undefined if the engine
   * assigns the id.
   */
  write(
    columns: readonly SqlColumn[],
    count: number,
    parameters: readonly unknown[],
    idOf?: (position: number) => RawBuilder<unknown>,
  ): RawBuilder<unknown>;
  /** @param columns - the columns of the rows, in their order. */
  parameters(rows: readonly (readonly unknown[])[], columns: readonly SqlColumn[]): readonly unknown[];
}
