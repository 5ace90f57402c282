import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findPython } from '../python/find-python.ts';

/** The version for whose grammar the known gaps were written. */
const SQLFLUFF = 'sqlfluff==4.3.0';

/** A statement to parse. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** The parser's result for a statement: `problem` is null if the parser accepts all of it. */
interface ParsedStatement {
  readonly name: string;
  readonly problem: string | null;
}

/** A parser, or the reason why there is none. */
export type Parser =
  | { readonly parse: (statements: readonly NamedStatement[]) => readonly ParsedStatement[] }
  | { readonly missing: string };

/** The dialects of the plugins. */
export type SqlfluffDialect = 'databricks' | 'redshift' | 'snowflake' | 'tsql';

/**
 * Finds sqlfluff in a separate environment, which the first run creates. Nothing is installed for the whole machine.
 */
export function findSqlfluff(environment: string, dialect: SqlfluffDialect): Parser {
  const found = findPython(environment, 'sqlfluff', SQLFLUFF, 'sqlfluff');
  if ('missing' in found) return found;
  return { parse: (statements) => parseWith(found.python, dialect, statements) };
}

function parseWith(python: string, dialect: string, statements: readonly NamedStatement[]): readonly ParsedStatement[] {
  const parser = spawnSync(python, [join(import.meta.dirname, 'parse.py'), dialect], {
    input: JSON.stringify(statements),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (parser.status !== 0) throw new Error(`The parser failed: ${parser.stderr}`);
  return JSON.parse(parser.stdout) as ParsedStatement[];
}
