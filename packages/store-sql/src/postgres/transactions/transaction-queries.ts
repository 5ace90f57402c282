/**
 * A transaction of a library, as a function that runs statements in it. `fromDrizzle`, `fromKysely`, `fromKnex`, `fromTypeOrm`,
 * `fromMikroOrm` and `fromPrisma` create it. For any other library on PostgreSQL, write the function yourself.
 *
 * @example
 * // postgres.js
 * await sql.begin(async (tx) => {
 *   const transaction = store.join?.({ queryText: (text, parameters) => tx.unsafe(text, [...parameters]) });
 * });
 */
export interface TransactionQueries {
  /**
   * Runs one statement in the open transaction and returns its rows, as objects in the order of the columns. Parameters are `$1`
   * to `$n`. All parameters and results are text or null: the function must not convert them.
   */
  queryText(text: string, parameters: readonly (string | null)[]): PromiseLike<readonly object[]>;
}
