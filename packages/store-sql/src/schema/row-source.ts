import type { RawBuilder } from 'kysely';
import type { SqlColumn } from './sql-table.ts';

/** The form of several rows in one `insert` of an engine. */
export interface RowSource {
  /** Returns how many of `count` rows one statement contains. Few distinct results mean few distinct statements. */
  atOnce(count: number): number;
  /** Equal for counts that make the same SQL. */
  shape(count: number): string;
  /**
   * Returns the text after the columns of the `insert`; `parameters` are those of the rows, in their order.
   *
   * @param idOf - the expression of the id of a row, before its columns, where it is not given by the engine.
   */
  write(
    columns: readonly SqlColumn[],
    count: number,
    parameters: readonly unknown[],
    idOf?: (position: number) => RawBuilder<unknown>,
  ): RawBuilder<unknown>;
  parameters(rows: readonly (readonly unknown[])[]): readonly unknown[];
}
