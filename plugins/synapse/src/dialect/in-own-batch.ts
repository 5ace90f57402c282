import { canonicalText, literal, type Sql, sql } from '@portcullis/plugin-api';
import { QUOTING } from './quoting.ts';

/**
 * Wraps a statement that must begin its batch (CREATE SCHEMA, CREATE PROCEDURE), so that it can follow a guard: EXEC
 * runs it as a separate batch. Source: Azure Synapse Analytics, "Dynamic SQL for dedicated SQL pool".
 *
 * @param statement - a statement without slots.
 */
export function inOwnBatch(statement: Sql): Sql {
  return sql`EXEC (${literal(canonicalText(statement, QUOTING))})`;
}
