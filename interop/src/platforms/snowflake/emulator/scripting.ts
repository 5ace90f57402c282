import { TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import type { Rows } from './session.ts';

type Value = string | null;
type Row = Readonly<Record<string, Value>>;
type Execute = (statement: string) => Rows;

/**
 * Runs a Snowflake Scripting block: declarations, assignments, loops over a RESULTSET, conditions, RAISE, RETURN, and
 * statements. It supports the part of the language that guards use. Sources: Snowflake Scripting developer guide,
 * "Working with variables", "Working with RESULTSETs", "Working with loops", "Working with conditional logic",
 * "Handling exceptions".
 *
 * @param foldsQuoted - true if the session folds quoted identifiers: columns in lower case then have no name.
 */
export function runBlock(block: string, foldsQuoted: boolean, execute: Execute): Rows {
  const folded = foldsQuoted ? /item\."(\w*[a-z]\w*)"/.exec(block)?.[1] : undefined;
  if (folded !== undefined) throw refusals.noIdentifier(folded.toUpperCase());
  const [head = '', body = ''] = block.split(/\nBEGIN\n/);
  const exceptions = new Map<string, string>();
  const variables = new Map<string, Value>();
  for (const [, name = '', message] of head.matchAll(new RegExp(`(\\w+) EXCEPTION \\(-20\\d{3}, ${TEXT}\\);`, 'g')))
    exceptions.set(name, text(message));
  for (const [, name = '', initial] of head.matchAll(new RegExp(`(\\w+) VARCHAR DEFAULT ${TEXT};`, 'g')))
    variables.set(name, text(initial));
  const lines = body
    .replace(/END;\s*$/, '')
    .split('\n')
    .map((line) => line.trim());
  const machine = { lines, exceptions, variables, results: new Map<string, Rows>(), execute };
  const returned = run(machine, 0, lines.length, undefined);
  return [{ 'anonymous block': returned ?? null }];
}

interface Machine {
  readonly lines: readonly string[];
  readonly exceptions: ReadonlyMap<string, string>;
  readonly variables: Map<string, Value>;
  readonly results: Map<string, Rows>;
  readonly execute: Execute;
}

/** Runs the lines in a range, and returns the value of RETURN. */
function run(machine: Machine, from: number, to: number, item: Row | undefined): string | undefined {
  const { lines, exceptions, variables, results, execute } = machine;
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '' || line.startsWith('--')) continue;
    const [, target, query] = /^(\w+) := \((SHOW [\s\S]*)\);$/.exec(line) ?? [];
    const [, name, expression] = /^(\w+) := ([\s\S]*);$/.exec(line) ?? [];
    const [, over] = /^FOR item IN (\w+) DO$/.exec(line) ?? [];
    const [, condition] = /^IF \(([\s\S]*)\) THEN$/.exec(line) ?? [];
    const [, raised] = /^RAISE (\w+);$/.exec(line) ?? [];
    const [, result] = /^RETURN '(\w+)';$/.exec(line) ?? [];
    if (target !== undefined && query !== undefined) results.set(target, execute(query));
    else if (over !== undefined) {
      const end = closing(lines, at, /^FOR /, 'END FOR;');
      for (const row of results.get(over) ?? []) run(machine, at + 1, end, row);
      at = end;
    } else if (condition !== undefined) {
      const end = closing(lines, at, /^IF /, 'END IF;');
      const branch = branches(lines, at, end).find(
        ([, test]) => test === undefined || isTrue(evaluate(test, variables, item)),
      );
      const inner = branch && run(machine, branch[0] + 1, branch[2], item);
      if (inner !== undefined) return inner;
      at = end;
    } else if (raised !== undefined) throw refusals.raised(exceptions.get(raised) ?? raised);
    else if (result !== undefined) return result;
    else if (name !== undefined && expression !== undefined) variables.set(name, evaluate(expression, variables, item));
    else execute(line);
  }
  return undefined;
}

/** Returns the line of the end of a block that begins at a line. */
function closing(lines: readonly string[], at: number, opens: RegExp, ends: string): number {
  let depth = 0;
  for (let index = at; index < lines.length; index += 1) {
    if (opens.test(lines[index] ?? '')) depth += 1;
    if (lines[index] === ends) depth -= 1;
    if (depth === 0) return index;
  }
  throw refusals.syntax(lines[at] ?? '');
}

/** The branches of an IF: their first line, their condition, and the line after them. */
function branches(
  lines: readonly string[],
  at: number,
  end: number,
): (readonly [number, string | undefined, number])[] {
  const starts: [number, string | undefined][] = [[at, /^IF \(([\s\S]*)\) THEN$/.exec(lines[at] ?? '')?.[1]]];
  for (let index = at + 1; index < end; index += 1) {
    const [, condition] = /^ELSEIF \(([\s\S]*)\) THEN$/.exec(lines[index] ?? '') ?? [];
    if (condition !== undefined) starts.push([index, condition]);
  }
  return starts.map(([start, condition], index) => [start, condition, starts[index + 1]?.[0] ?? end] as const);
}

const TOKEN = new RegExp(`\\s*(${TEXT}|IFF|item\\."\\w+"|<>|[=(),]|\\w+)`, 'sy');

/** A comparison, IFF, a literal, a variable or a column of the row. A comparison with NULL is NULL. */
function evaluate(expression: string, variables: ReadonlyMap<string, Value>, item: Row | undefined): Value {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const match = TOKEN.exec(expression);
    if (!match) throw refusals.syntax(expression);
    tokens.push(match[1] ?? '');
  }
  const take = (wanted?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (wanted !== undefined && token !== wanted)) throw refusals.syntax(expression);
    return token;
  };
  const primary = (): Value => {
    const token = take();
    if (token === 'IFF') {
      take('(');
      const condition = comparison();
      take(',');
      const then = comparison();
      take(',');
      const otherwise = comparison();
      take(')');
      return isTrue(condition) ? then : otherwise;
    }
    if (token.startsWith("'")) return text(token);
    const column = /^item\."(\w+)"$/.exec(token)?.[1];
    if (column !== undefined) return item?.[column] ?? null;
    if (!variables.has(token)) throw refusals.syntax(token);
    return variables.get(token) ?? null;
  };
  const comparison = (): Value => {
    const left = primary();
    const operator = tokens[0];
    if (operator !== '=' && operator !== '<>') return left;
    take();
    const right = primary();
    if (left === null || right === null) return null;
    return String(operator === '=' ? left === right : left !== right);
  };
  const value = comparison();
  if (tokens.length > 0) throw refusals.syntax(expression);
  return value;
}

function isTrue(value: Value): boolean {
  return value === 'true';
}
