import { type GuardValue, literalOr, readCondition } from './read-condition.ts';
import type { ScriptWord } from './script-words.ts';
import { createWordCursor } from './word-cursor.ts';

/** The responses of a platform to the queries of a section. */
export interface GuardWorld {
  /** Returns the value of a query: true if it has a row. */
  respond(known: number): GuardValue;
  /** Returns whether the text is a statement; records that it has run. */
  run(known: number): boolean;
}

/** The statements of a section that run, and whether it stops. */
export interface GuardedRun {
  /** The numbers of the statements, in order. */
  readonly ran: readonly number[];
  readonly stopped: boolean;
}

/** Words after RAISE that only print a message. */
const MESSAGE_LEVELS: ReadonlySet<string> = new Set(['INFO', 'NOTICE', 'WARNING', 'LOG', 'DEBUG']);
const STOPS: ReadonlySet<string> = new Set(['RAISE', 'SIGNAL', 'THROW', 'RAISERROR', 'EXIT']);
const ELSE_IF: ReadonlySet<string> = new Set(['ELSIF', 'ELSEIF', 'ELIF']);
const BLOCK_ENDS: ReadonlySet<string> = new Set(['END', 'ELSE', 'FI', ...ELSE_IF]);
const isQuote = (word: string): boolean => /^\$\w*\$$/.test(word);
const isInStatement = (word: string): boolean => word !== ';' && word !== 'GO';

/**
 * Runs the guards of a section. `world` answers the queries; statements are recorded instead of run. It reads the
 * common parts of script languages: `IF … THEN … ELSIF … ELSE … END IF`, `IF … BEGIN … END`, `if …; then … fi`,
 * `found="$(…)" || { … }`, variables that hold what a query has found, loops over its rows, and statements that stop a
 * script.
 *
 * @throws UnreadableSection for a condition that cannot be read.
 */
export function runGuards(all: readonly ScriptWord[], world: GuardWorld): GuardedRun {
  const words = createWordCursor(all);
  const ran: number[] = [];
  const variables = new Map<string, GuardValue>();
  /** The open dollar quotes, innermost last. */
  const quotes: { readonly tag: string; readonly since: number; readonly isAtomic: boolean }[] = [];
  let parameters: ReadonlyMap<string, number> = new Map();
  let isTaken = true;
  let isHalted = false;
  let hasStopped = false;

  const isLive = (): boolean => isTaken && !isHalted;
  const valueIn = (word: ScriptWord): GuardValue =>
    word.known === undefined ? literalOr(word, variables) : world.respond(word.known);
  const statement = (): readonly ScriptWord[] => {
    const own = words.nextWhile(isInStatement);
    words.take(';');
    return own;
  };
  const note = (own: readonly ScriptWord[]): void => {
    for (const { known } of own) if (known !== undefined && isLive() && world.run(known)) ran.push(known);
  };
  const branch = (taken: boolean, work: () => void): void => {
    const before = isTaken;
    isTaken = before && taken;
    work();
    isTaken = before;
  };
  const block = (): void => {
    while (!words.isAtEnd && !BLOCK_ENDS.has(words.peek())) one();
  };
  const body = (): void => {
    words.expect('BEGIN');
    if (words.take('NOT')) words.expect('ATOMIC');
    block();
    words.take('END');
    words.take(';');
  };

  const quote = (tag: string, isAtomic: boolean): void => {
    words.next();
    if (quotes.at(-1)?.tag === tag) {
      quotes.pop();
      isHalted = false;
    } else quotes.push({ tag, since: ran.length, isAtomic });
  };
  const condition = (): void => {
    let isOpen = true;
    do {
      words.next();
      const holds = Boolean(readCondition(words, valueIn));
      words.take(';');
      const taken = isOpen && holds;
      if (!words.take('THEN')) {
        branch(taken, words.peek() === 'BEGIN' ? body : one);
        return;
      }
      branch(taken, block);
      isOpen = isOpen && !holds;
    } while (ELSE_IF.has(words.peek()));
    if (words.take('ELSE')) branch(isOpen, block);
    if (!words.take('FI')) {
      words.expect('END');
      words.expect('IF');
    }
    words.take(';');
  };
  const loop = (): void => {
    words.next();
    words.next();
    words.expect('IN');
    const rows = words.next();
    if (rows.known === undefined) {
      words.expect('DO');
      branch(Boolean(variables.get(rows.text.toUpperCase())), block);
    } else {
      note([rows]);
      words.nextWhile((word) => word !== 'END');
    }
    words.expect('END');
    words.next();
    words.take(';');
  };
  const stop = (): void => {
    const level = words.peek(1);
    statement();
    if (!isLive() || MESSAGE_LEVELS.has(level)) return;
    hasStopped = true;
    isHalted = true;
    // The earlier statements of an atomic block are reverted.
    const atomic = quotes.find((each) => each.isAtomic);
    if (atomic) ran.length = Math.min(ran.length, atomic.since);
  };
  const assign = (): void => {
    const name = words.peek();
    const value = statement()
      .slice(2)
      .filter(({ text }) => text !== '(' && text !== ')');
    const [only] = value;
    // An expression that is not a query of the guard does not change the variable.
    if (isLive() && only && value.length === 1) variables.set(name, valueIn(only));
    else if (!variables.has(name)) variables.set(name, undefined);
  };
  /** `found="$(…)" || { … }`: the block runs if the platform does not respond, which is never the case here. */
  const ask = (): void => {
    const name = words.peek();
    const query = words.nextWhile((word) => word !== ';' && word !== '{').find(({ known }) => known !== undefined);
    if (isLive()) variables.set(name, query && valueIn(query));
    else if (!variables.has(name)) variables.set(name, undefined);
    if (words.take('{')) {
      branch(false, () => {
        while (!words.isAtEnd && words.peek() !== '}') one();
      });
      words.expect('}');
    }
    words.take(';');
  };
  const count = (): void => {
    const name = words.peek(2);
    const query = statement().find(({ known }) => known !== undefined);
    if (isLive()) variables.set(name, query?.known !== undefined && world.respond(query.known) ? 1 : 0);
  };
  const procedure = (): void => {
    const head = words.nextWhile((word) => !isQuote(word));
    parameters = argumentsOf(head, words.rest());
  };

  /** Runs one statement; its first words determine the kind. */
  const one = (): void => {
    const word = words.peek();
    const following = words.peek(1);
    if (isQuote(word)) quote(word, true);
    else if (words.take('GO')) isHalted = false;
    else if (word === 'IF') condition();
    else if (word === 'FOR') loop();
    else if (word === 'DO' || word === ';') words.next();
    else if (word === 'DELIMITER') words.nextWhile((each) => !/^[A-Z]/.test(each));
    else if (word === 'DECLARE') declare(words.nextWhile((each) => each !== 'BEGIN'));
    else if (word === 'BEGIN') body();
    else if (word === 'CREATE' && headOf(words.rest()).includes('PROCEDURE')) procedure();
    else if (word === 'CALL') statement();
    else if (word === 'EXECUTE' && following === 'IMMEDIATE') {
      words.next();
      words.next();
      quote(words.peek(), false);
    } else if (word === 'EXECUTE' && parameters.has(following)) {
      statement();
      note([{ text: '', known: parameters.get(following) as number }]);
    } else if (STOPS.has(word)) stop();
    else if (following === ':=') assign();
    else if (following === '=') ask();
    else if (word === 'SELECT' && following === 'INTO') count();
    else note(statement());
  };
  const declare = (own: readonly ScriptWord[]): void => {
    for (const { text, known } of own) if (known === undefined) variables.set(text.toUpperCase(), undefined);
  };

  while (!words.isAtEnd) {
    block();
    // The end of a block that began inside a statement.
    if (!words.isAtEnd) words.next();
  }
  return { ran, stopped: hasStopped };
}

/** Returns the words of a statement before its body, in upper case. */
function headOf(rest: readonly ScriptWord[]): readonly string[] {
  const end = rest.findIndex(({ text }) => text === ';' || isQuote(text));
  return rest.slice(0, Math.max(0, end)).map(({ text }) => text.toUpperCase());
}

/** Returns the arguments of a procedure call, by the names of the parameters. */
function argumentsOf(head: readonly ScriptWord[], rest: readonly ScriptWord[]): ReadonlyMap<string, number> {
  const names = head.flatMap(({ text }, at) =>
    (head[at - 1]?.text === '(' && at > 1 && !/^\d/.test(text)) || head[at - 1]?.text === ','
      ? [text.toUpperCase()]
      : [],
  );
  const call = rest.findIndex(({ text }) => text.toUpperCase() === 'CALL');
  const end = rest.findIndex(({ text }, at) => at > call && text === ';');
  const values = call < 0 ? [] : rest.slice(call, end).flatMap(({ known }) => (known === undefined ? [] : [known]));
  return new Map(values.map((value, index) => [names[index] ?? '', value]));
}
