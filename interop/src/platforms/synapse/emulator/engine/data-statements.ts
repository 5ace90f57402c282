import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import { untilNextStatement } from './parsing.ts';
import { change, select } from './query.ts';
import { refusals } from './refusal.ts';
import type { Context, Step } from './session.ts';

/** Reads SELECT. */
export function parseSelect(cursor: Cursor): Step {
  const head: Token = { kind: 'word', value: 'SELECT', upper: 'SELECT', from: 0, to: 0 };
  // "Use T-SQL variables": a pool assigns with SET or DECLARE, not with SELECT.
  if (cursor.peek()?.kind === 'variable' && cursor.peek(1)?.value === '=') throw cursor.refusal();
  const tokens = [head, ...untilNextStatement(cursor)];
  return (context) => {
    needNoDoom(context);
    context.outcomes.push(select(tokens, context));
  };
}

/** Source: "INSERT INTO", Azure Synapse Analytics: one row of constants and variables. */
export function parseInsert(cursor: Cursor): Step {
  const tokens = untilNextStatement(cursor, ['SELECT']);
  const values = tokens.findIndex(({ upper, kind }) => kind === 'word' && upper === 'VALUES');
  const isConstant = ({ kind, upper }: Token) => kind !== 'word' || upper === 'NULL';
  if (values >= 0 && !tokens.slice(values + 1).every(isConstant)) throw refusals.onlyConstants();
  if (values >= 0 && tokens.slice(values).filter(({ value, kind }) => kind === 'symbol' && value === '(').length > 1)
    throw refusals.syntax(',');
  return parseChange('INSERT', tokens);
}

/** Reads the rest of INSERT, UPDATE or DELETE. */
export function parseChange(verb: 'INSERT' | 'UPDATE' | 'DELETE', tokens: readonly Token[]): Step {
  const word = (value: string): Token => ({ kind: 'word', value, upper: value, from: 0, to: 0 });
  const second = verb === 'INSERT' ? 'INTO' : verb === 'DELETE' ? 'FROM' : undefined;
  const prefix = second === undefined || tokens[0]?.upper === second ? [word(verb)] : [word(verb), word(second)];
  return (context) => {
    needNoDoom(context);
    context.outcomes.push({ touched: change(verb, [...prefix, ...tokens], context) });
  };
}

/** Source: "Use transactions in a SQL pool", Transaction state. */
function needNoDoom({ session }: Context): void {
  if (session.transaction?.isDoomed) throw refusals.abortedTransaction();
}
