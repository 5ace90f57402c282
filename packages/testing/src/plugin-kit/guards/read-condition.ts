import type { ScriptWord } from './script-words.ts';
import { UnreadableSection, type WordCursor } from './word-cursor.ts';

/** A value that a condition compares. */
export type GuardValue = boolean | number | string | undefined;

const COMPARISONS: Readonly<Record<string, (left: GuardValue, right: GuardValue) => boolean>> = {
  '=': (left, right) => left === right,
  '<>': (left, right) => left !== right,
  '!=': (left, right) => left !== right,
  '>': (left, right) => Number(left) > Number(right),
  '<': (left, right) => Number(left) < Number(right),
  '>=': (left, right) => Number(left) >= Number(right),
  '<=': (left, right) => Number(left) <= Number(right),
};

const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/**
 * Evaluates a condition: queries, variables and values with AND, OR, NOT, EXISTS and comparisons; in shell scripts also
 * `!`, `&&`, `||`, and `[ -n "$(…)" ]`.
 *
 * @param valueIn - the value of a query, a variable or a literal.
 * @throws UnreadableSection for anything else.
 */
export function readCondition(words: WordCursor, valueIn: (word: ScriptWord) => GuardValue): GuardValue {
  const expression = (): GuardValue => {
    let value = term();
    for (;;) {
      if (words.take('AND') || words.take('&&')) {
        const other = term();
        value = Boolean(value) && Boolean(other);
      } else if (words.take('OR') || words.take('||')) {
        const other = term();
        value = Boolean(value) || Boolean(other);
      } else return value;
    }
  };
  /** A query around a query of the guard has the result of the inner query; any other query is empty. */
  const surrounding = (): GuardValue => {
    let found: GuardValue = false;
    for (let depth = 0; ; ) {
      const word = words.next();
      if (word.known !== undefined) found = valueIn(word);
      depth += word.text === '(' ? 1 : word.text === ')' ? -1 : 0;
      if (depth === 0) return found;
    }
  };
  const term = (): GuardValue => {
    if (words.take('NOT') || words.take('!') || words.take('-Z')) return !term();
    if (words.take('EXISTS')) return words.peek() === '(' && words.peek(1) === 'SELECT' ? surrounding() : term();
    if (words.take('-N')) return term();
    const left = operand();
    const holds = COMPARISONS[words.peek()];
    if (!holds) return left;
    words.next();
    return holds(left, operand());
  };
  const operand = (): GuardValue => {
    const word = words.next();
    const closing = BRACKETS[word.text];
    if (closing !== undefined) {
      const value = expression();
      words.expect(closing);
      return value;
    }
    // The output of a shell query: "$(…)".
    if (word.text !== '"' && word.text !== '$') return valueIn(word);
    const printed = operand();
    words.take('"');
    return printed;
  };
  return expression();
}

/** Returns the value of a literal, or of the variable with that name. */
export function literalOr({ text }: ScriptWord, variables: ReadonlyMap<string, GuardValue>): GuardValue {
  if (text.startsWith("'")) return text.slice(1, -1);
  if (/^\d+$/.test(text)) return Number(text);
  // A shell writes a variable as "$found".
  const name = text.replace(/^"\$(\w+)"$/, '$1').toUpperCase();
  if (!variables.has(name)) throw new UnreadableSection(`"${text}" is not a query of the guard.`);
  return variables.get(name);
}
