import { type Cursor, createCursor } from './cursor.ts';
import { parseChange, parseInsert, parseSelect } from './data-statements.ts';
import { parseDefinition } from './definitions.ts';
import { type Compiler, parseCall, parseExecuteAs, parseRevert } from './execute.ts';
import { type Token, tokensOf } from './lexer.ts';
import { type Batch, type Parse, parseType, untilNextStatement } from './parsing.ts';
import { evaluate, isTrue } from './query.ts';
import { parsePrint, parseRaise, parseThrow } from './raising-statements.ts';
import { Refusal, refusals } from './refusal.ts';
import type { Context, Step } from './session.ts';
import { parseTransaction } from './transactions.ts';

/** The signal that leaves a loop, a procedure or a batch. */
class Leave extends Error {
  readonly how: 'break' | 'continue' | 'return' | 'batch';

  constructor(how: Leave['how']) {
    super(how);
    this.how = how;
  }
}

/** Reads a whole batch. An unsupported statement is a syntax error before any statement runs. */
export function compile(text: string, isDynamic: boolean): Step {
  return compileTokens(tokensOf(text), text, isDynamic);
}

/** Reads the tokens of a batch, or of the body of a procedure. */
function compileTokens(tokens: readonly Token[], text: string, isDynamic: boolean): Step {
  const cursor = createCursor(tokens, text);
  const batch: Batch = { isDynamic, statements: 0, depth: 0, mustBeAlone: undefined };
  const steps: Step[] = [];
  while (cursor.peek()) if (!cursor.accept(';')) steps.push(parseStatement(cursor, batch));
  if (batch.mustBeAlone !== undefined && (batch.statements > 1 || steps.length > 1))
    throw refusals.aloneInBatch(batch.mustBeAlone);
  return inTurn(steps);
}

/** Runs statements in sequence. A refusal ends its statement, and the batch only if the refusal requires it. */
function inTurn(steps: readonly Step[]): Step {
  return (context) => {
    for (const step of steps) {
      try {
        step(context);
      } catch (error) {
        if (!(error instanceof Refusal) || context.attempts > 0) throw error;
        context.outcomes.push({ refusal: error });
        if (context.session.transaction) context.session.transaction.isDoomed = true;
        if (error.endsBatch) throw new Leave('batch');
      }
    }
  };
}

/** Runs to the end or to a RETURN. A refusal that ended the inner batch is reported, and the outer one continues. */
export function runToReturn(step: Step, context: Context): void {
  try {
    step(context);
  } catch (error) {
    if (!(error instanceof Leave)) throw error;
  }
}

const compiler: Compiler = { compile, compileTokens, runToReturn };

const FORMS: readonly (readonly [words: readonly string[], page: string, parse: Parse])[] = [
  [['IF'], 'IF...ELSE', parseIf],
  [['WHILE'], 'WHILE', parseWhile],
  [['BEGIN', 'TRY'], 'TRY...CATCH', parseTry],
  [['BEGIN', 'TRANSACTION'], 'BEGIN TRANSACTION', parseTransaction('begin')],
  [['BEGIN', 'TRAN'], 'BEGIN TRANSACTION', parseTransaction('begin')],
  [['COMMIT'], 'COMMIT TRANSACTION', parseTransaction('commit')],
  [['ROLLBACK'], 'ROLLBACK TRANSACTION', parseTransaction('rollback')],
  [['BEGIN'], 'BEGIN...END', parseBlock],
  [['BREAK'], 'BREAK', () => leave('break')],
  [['CONTINUE'], 'CONTINUE', () => leave('continue')],
  [['RETURN'], 'RETURN', parseReturn],
  [['DECLARE'], 'DECLARE @local_variable', parseDeclare],
  [['SET'], 'SET @local_variable', parseSet],
  [['SELECT'], 'SELECT', parseSelect],
  [['INSERT'], 'INSERT', parseInsert],
  [['UPDATE'], 'UPDATE', (cursor) => parseChange('UPDATE', untilNextStatement(cursor, ['SET']))],
  [['DELETE'], 'DELETE', (cursor) => parseChange('DELETE', untilNextStatement(cursor))],
  [['PRINT'], 'PRINT', parsePrint],
  [['THROW'], 'THROW', parseThrow],
  [['RAISERROR'], 'RAISERROR', parseRaise],
  [['USE'], 'USE', () => fail(refusals.noUse())],
  [['EXECUTE', 'AS'], 'EXECUTE AS', parseExecuteAs],
  [['EXEC', 'AS'], 'EXECUTE AS', parseExecuteAs],
  [['REVERT'], 'REVERT', parseRevert],
  [['EXECUTE'], 'EXECUTE', (cursor) => parseCall(cursor, compiler)],
  [['EXEC'], 'EXECUTE', (cursor) => parseCall(cursor, compiler)],
];

/** Control-of-flow words that do not count as statements of a batch. */
const UNCOUNTED = new Set(['IF', 'WHILE', 'BEGIN']);

function parseStatement(cursor: Cursor, batch: Batch): Step {
  const start = cursor.peek();
  if (start?.kind === 'word' && !UNCOUNTED.has(start.upper)) batch.statements += 1;
  for (const [words, , parse] of FORMS) if (cursor.accept(...words)) return parse(cursor, batch);
  const definition = parseDefinition(cursor, batch, compileTokens);
  if (definition) return definition;
  // At the beginning of a batch, a procedure may be named without EXECUTE.
  if (batch.statements === 1 && batch.depth === 0 && start?.kind === 'word' && /^sp_/i.test(start.value))
    return parseCall(cursor, compiler);
  throw cursor.refusal();
}

function leave(how: Leave['how']): Step {
  return () => {
    throw new Leave(how);
  };
}

function parseReturn(cursor: Cursor): Step {
  untilNextStatement(cursor);
  return leave('return');
}

function fail(refusal: Refusal): never {
  throw refusal;
}

function nested(cursor: Cursor, batch: Batch): Step {
  batch.depth += 1;
  const step = inTurn([parseStatement(cursor, batch)]);
  batch.depth -= 1;
  return step;
}

function parseIf(cursor: Cursor, batch: Batch): Step {
  const condition = untilNextStatement(cursor);
  const then = nested(cursor, batch);
  const hasElse = cursor.accept('ELSE') || (cursor.isNext(';', 'ELSE') && cursor.accept(';', 'ELSE'));
  const otherwise = hasElse ? nested(cursor, batch) : undefined;
  return (context) => (isTrue(condition, context) ? then(context) : otherwise?.(context));
}

const MAX_ROUNDS = 10_000;

function parseWhile(cursor: Cursor, batch: Batch): Step {
  const condition = untilNextStatement(cursor);
  const body = nested(cursor, batch);
  return (context) => {
    for (let round = 0; isTrue(condition, context); round += 1) {
      if (round > MAX_ROUNDS) throw new Error('A loop of this batch does not end.');
      try {
        body(context);
      } catch (error) {
        if (error instanceof Leave && error.how === 'break') return;
        if (!(error instanceof Leave && error.how === 'continue')) throw error;
      }
    }
  };
}

function parseBlock(cursor: Cursor, batch: Batch, ...ends: readonly string[]): Step {
  const steps: Step[] = [];
  batch.depth += 1;
  while (!cursor.isNext('END', ...ends)) {
    if (!cursor.peek()) throw cursor.refusal();
    if (!cursor.accept(';')) steps.push(parseStatement(cursor, batch));
  }
  batch.depth -= 1;
  cursor.expect('END', ...ends);
  if (steps.length === 0) throw cursor.refusal();
  return inTurn(steps);
}

function parseTry(cursor: Cursor, batch: Batch): Step {
  const body = parseBlock(cursor, batch, 'TRY');
  cursor.expect('BEGIN', 'CATCH');
  const handler = parseBlock(cursor, batch, 'CATCH');
  return (context) => {
    context.attempts += 1;
    try {
      body(context);
      context.attempts -= 1;
    } catch (error) {
      context.attempts -= 1;
      if (!(error instanceof Refusal)) throw error;
      const before = context.caught;
      context.caught = error;
      if (context.session.transaction) context.session.transaction.isDoomed = true;
      handler(context);
      context.caught = before;
    }
  };
}

function parseDeclare(cursor: Cursor): Step {
  const items: [string, readonly Token[] | undefined][] = [];
  do {
    const name = cursor.take();
    if (name.kind !== 'variable') throw cursor.refusal();
    cursor.accept('AS');
    parseType(cursor);
    items.push([name.value, cursor.accept('=') ? untilNextStatement(cursor, [], true) : undefined]);
  } while (cursor.accept(','));
  return (context) => {
    for (const [name, value] of items) context.variables.set(name, value ? evaluate(value, context) : null);
  };
}

function parseSet(cursor: Cursor): Step {
  const name = cursor.peek();
  if (name?.kind !== 'variable') return parseOption(cursor);
  cursor.take();
  cursor.expect('=');
  const value = untilNextStatement(cursor);
  return (context) => {
    if (!context.variables.has(name.value)) throw refusals.noVariable(name.value);
    context.variables.set(name.value, evaluate(value, context));
  };
}

/** The options of a session, as far as a pool has them. Source: "SET statements"; a pool has no CURSOR_CLOSE_ON_COMMIT. */
function parseOption(cursor: Cursor): Step {
  const words = untilNextStatement(cursor);
  if (words[0]?.upper === 'CURSOR_CLOSE_ON_COMMIT') throw refusals.syntax('CURSOR_CLOSE_ON_COMMIT');
  return () => {};
}
