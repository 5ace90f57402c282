import { parse } from 'libpg-query';

/** Splits a script with PostgreSQL's own parser. */
export async function splitStatements(script: string): Promise<readonly string[]> {
  const bytes = Buffer.from(script);
  const { stmts = [] } = await parse(script);
  return stmts.map(({ stmt_location = 0, stmt_len }) =>
    bytes.subarray(stmt_location, stmt_len === undefined ? undefined : stmt_location + stmt_len).toString(),
  );
}
