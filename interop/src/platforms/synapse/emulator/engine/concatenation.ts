import type { Token } from './lexer.ts';

const TEXT_FUNCTIONS = new Set([
  'QUOTENAME',
  'CONCAT',
  'DB_NAME',
  'USER_NAME',
  'SUSER_SNAME',
  'SCHEMA_NAME',
  'OBJECT_NAME',
  'LOWER',
  'UPPER',
]);

const ENDS_CHAIN = new Set([
  'AND',
  'OR',
  'NOT',
  'AS',
  'FROM',
  'WHERE',
  'SELECT',
  'THEN',
  'ELSE',
  'WHEN',
  'END',
  'SET',
  'CASE',
  'LIKE',
  'IN',
  'IS',
  'ORDER',
  'BY',
  'ON',
  'INTO',
  'VALUES',
  'DISTINCT',
  ',',
  '=',
  '<',
  '>',
  '<>',
  '!=',
  '<=',
  '>=',
  ';',
]);

/** True when a plus concatenates texts: at least one operand of its chain is text. */
export function isConcatenation(
  tokens: readonly Token[],
  plus: number,
  isText: (variable: string) => boolean,
): boolean {
  const scan = (step: 1 | -1): boolean => {
    let depth = 0;
    for (let at = plus + step; at >= 0 && at < tokens.length; at += step) {
      const token = tokens[at] as Token;
      const symbol = token.kind === 'symbol' ? token.value : '';
      if (symbol === (step === 1 ? '(' : ')')) depth += 1;
      else if (symbol === (step === 1 ? ')' : '(')) {
        if (depth === 0) return false;
        depth -= 1;
      } else if (depth === 0) {
        if (token.kind === 'text' || (token.kind === 'variable' && isText(token.value))) return true;
        if (token.kind === 'word' && TEXT_FUNCTIONS.has(token.upper)) return true;
        if ((token.kind === 'word' || token.kind === 'symbol') && ENDS_CHAIN.has(token.upper)) return false;
      }
    }
    return false;
  };
  return scan(1) || scan(-1);
}
