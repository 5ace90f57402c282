import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import { untilNextStatement } from './parsing.ts';
import { evaluate } from './query.ts';
import { Refusal, refusals } from './refusal.ts';
import type { Step } from './session.ts';

/** Reads PRINT. */
export function parsePrint(cursor: Cursor): Step {
  const value = untilNextStatement(cursor);
  return (context) =>
    void context.outcomes.push({ refusal: new Refusal(0, String(evaluate(value, context) ?? ''), { severity: 0 }) });
}

/** Source: "THROW": without arguments it raises the caught error again. */
export function parseThrow(cursor: Cursor): Step {
  const given = untilNextStatement(cursor);
  if (given.length === 0)
    return ({ caught }) => {
      throw caught ?? refusals.syntax('THROW');
    };
  const parts = split(given);
  if (parts.length !== 3) throw refusals.syntax('THROW');
  return (context) => {
    const [number, message, state] = parts.map((part) => evaluate(part, context));
    throw new Refusal(Number(number), String(message), { state: Number(state), endsBatch: true });
  };
}

/** Reads RAISERROR. */
export function parseRaise(cursor: Cursor): Step {
  cursor.expect('(');
  const parts = split(cursor.untilClosed());
  return (context) => {
    const [message, severity, state] = parts.map((part) => evaluate(part, context));
    throw new Refusal(50_000, String(message), { severity: Number(severity), state: Number(state) });
  };
}

function split(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'symbol' && token.value === '(') depth += 1;
    if (token.kind === 'symbol' && token.value === ')') depth -= 1;
    if (depth === 0 && token.kind === 'symbol' && token.value === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
