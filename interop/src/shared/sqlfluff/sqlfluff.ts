import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

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
  const python = join(environment, 'bin', 'python');
  if (!existsSync(python)) {
    const made = spawnSync('python3', ['-m', 'venv', environment], { encoding: 'utf8' });
    if (made.status !== 0) return { missing: 'there is no python3 that can make an environment' };
  }
  if (!run(python, ['-c', 'import sqlfluff'])) {
    const wanted = [SQLFLUFF, 'sqlfluff'].find((version) => run(python, ['-m', 'pip', 'install', '--quiet', version]));
    if (!wanted) return { missing: `pip cannot install ${SQLFLUFF}` };
  }
  return { parse: (statements) => parseWith(python, dialect, statements) };
}

function run(program: string, flags: readonly string[]): boolean {
  return spawnSync(program, flags, { stdio: 'ignore' }).status === 0;
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
