/** A parameter of a statement. */
export type MariaDbParameter = string | number | null;

/**
 * A transaction of a library, as functions that run statements in it. `fromDrizzle`, `fromKysely`, `fromKnex`, `fromTypeOrm`,
 * `fromMikroOrm` and `fromPrisma` create it. For any other library on MariaDB, write the functions yourself.
 *
 * @example
 * // the driver `mariadb`
 * await connection.beginTransaction();
 * const transaction = store.join?.({
 *   queryRows: (text, parameters) => connection.query(text, [...parameters]),
 *   changeRows: async (text, parameters) => (await connection.query(text, [...parameters])).affectedRows,
 * });
 */
export interface MariaDbTransactionQueries {
  /**
   * Runs one statement in the open transaction and returns its rows, as objects in the order of the columns. The placeholders
   * are `?`. Columns are text, null or a count: the function must not convert texts.
   */
  queryRows(text: string, parameters: readonly MariaDbParameter[]): PromiseLike<readonly object[]>;
  /**
   * Runs one statement in the open transaction that returns no rows. Returns the number of rows that it has added or removed,
   * or which its condition matches, even if their values stay the same.
   */
  changeRows(text: string, parameters: readonly MariaDbParameter[]): PromiseLike<number>;
}
