import type { CompiledQuery } from 'kysely';

/** Statements by their shape, so that each is built once. */
export interface StatementCache {
  /** The statement of `shape` with `parameters`; `build` is called when the shape is new. */
  get(shape: string, parameters: readonly unknown[], build: () => CompiledQuery): CompiledQuery;
}

/** Shapes come from the code that calls, not from data: far fewer than this in practice. */
const LIMIT = 1_000;

/** Makes an empty cache. */
export function createStatementCache(): StatementCache {
  const statements = new Map<string, CompiledQuery>();
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
