import { type EngineOperations, type EngineTransaction, inOwnTransaction } from '@portcullis/core/ports';
import type { RowSource } from '../schema/row-source.ts';

/**
 * Completes the operations that commit with their statement: a write of several statements has a transaction.
 *
 * @param operations - the operations, each of which sends its statements outside transactions.
 * @param atOnce - returns how many of the given number of rows one statement writes.
 */
export function autocommitOperations(
  operations: EngineOperations,
  atOnce: RowSource['atOnce'],
  begin: () => Promise<EngineTransaction>,
): EngineOperations {
  return {
    ...operations,
    insertAbsent: (table, rows) =>
      rows.length > atOnce(rows.length)
        ? inOwnTransaction(begin, (transaction) => transaction.insertAbsent(table, rows))
        : operations.insertAbsent(table, rows),
    restore: (table, rows) => inOwnTransaction(begin, (transaction) => transaction.restore(table, rows)),
  };
}
