import type { CompiledQuery } from 'kysely';

/** A statement with its parameters. */
export interface Statement extends CompiledQuery {
  /**
   * True if one plan suits all parameters, so that a server may keep it. False for pages: the best plan depends on the
   * number of rows.
   */
  readonly keepsPlan: boolean;
}

/** The part that all statements of a shape share. */
export type StatementText = Omit<Statement, 'parameters'>;

/** A cache of statements by their shape, so that each is built once. */
export interface StatementCache {
  /** Returns the statement of `shape` with `parameters`; `build` is called if the shape is new. */
  get(shape: string, parameters: readonly unknown[], build: () => StatementText): Statement;
}

/**
 * Maximum number of cached shapes. Shapes depend on the calling code, not on data, so there are far fewer in practice.
 */
const LIMIT = 1_000;

/** Creates an empty cache. */
export function createStatementCache(): StatementCache {
  const statements = new Map<string, StatementText>();
  return {
    get(shape, parameters, build) {
      let statement = statements.get(shape);
      if (!statement) {
        if (statements.size >= LIMIT) statements.clear();
        statement = build();
        statements.set(shape, statement);
      }
      return { ...statement, parameters };
    },
  };
}
