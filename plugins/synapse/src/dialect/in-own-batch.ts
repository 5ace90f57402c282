import { canonicalText, literal, type Sql, sql } from '@portcullis/plugin-api';
import { QUOTING } from './quoting.ts';

/**
 * A statement that has to begin its batch (CREATE SCHEMA, CREATE PROCEDURE), as one that may stand behind a guard: what EXEC runs is a
 * batch of its own. Source: Azure Synapse Analytics, "Dynamic SQL for dedicated SQL pool".
 *
 * @param statement - one without slots.
 */
export function inOwnBatch(statement: Sql): Sql {
  return sql`EXEC (${literal(canonicalText(statement, QUOTING))})`;
}
