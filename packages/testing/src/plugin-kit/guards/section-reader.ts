import type { GuardState } from './guard-state.ts';
import { readCondition } from './read-condition.ts';
import {
  isProcedure,
  isQuote,
  readAssignment,
  readCount,
  readDeclarations,
  readProcedure,
  readStatement,
  readStop,
} from './simple-statements.ts';
import type { WordCursor } from './word-cursor.ts';

const STOPS: ReadonlySet<string> = new Set(['RAISE', 'SIGNAL', 'THROW', 'RAISERROR', 'EXIT']);
const ELSE_IF: ReadonlySet<string> = new Set(['ELSIF', 'ELSEIF', 'ELIF']);
const BLOCK_ENDS: ReadonlySet<string> = new Set(['END', 'ELSE', 'FI', ...ELSE_IF]);

/**
 * Reads the common parts of script languages, and runs them as it reads: `IF … THEN … ELSIF … ELSE … END IF`, `IF … BEGIN … END`, `if …;
 * then … fi`, `found="$(…)" || { … }`, variables that hold what a query has found, loops over its rows, and statements that stop a
 * script.
 */
export class SectionReader {
  readonly #words: WordCursor;
  readonly #state: GuardState;

  constructor(words: WordCursor, state: GuardState) {
    this.#words = words;
    this.#state = state;
  }

  /** Reads all statements of the section. */
  readAll(): void {
    while (!this.#words.isAtEnd) {
      this.#block();
      // The end of a block that began inside a statement.
      if (!this.#words.isAtEnd) this.#words.next();
    }
  }

  #block(): void {
    while (!this.#words.isAtEnd && !BLOCK_ENDS.has(this.#words.peek())) this.#statement();
  }

  /** Reads one statement, whose first words determine its kind. */
  #statement(): void {
    const words = this.#words;
    const state = this.#state;
    const word = words.peek();
    const following = words.peek(1);
    if (isQuote(word)) this.#quote(true);
    else if (words.take('GO')) state.resume();
    else if (word === 'IF') this.#condition();
    else if (word === 'FOR') this.#loop();
    else if (word === 'DO' || word === ';') words.next();
    else if (word === 'DELIMITER') words.nextWhile((delimiter) => !/^[A-Z]/.test(delimiter));
    else if (word === 'DECLARE') readDeclarations(words, state);
    else if (word === 'BEGIN') this.#body();
    else if (isProcedure(words)) readProcedure(words, state);
    else if (word === 'CALL') readStatement(words);
    else if (word === 'EXECUTE' && following === 'IMMEDIATE') {
      words.next();
      words.next();
      this.#quote(false);
    } else if (word === 'EXECUTE' && state.parameters.has(following)) {
      readStatement(words);
      state.run([{ text: '', known: state.parameters.get(following) as number }]);
    } else if (STOPS.has(word)) readStop(words, state);
    else if (following === ':=') readAssignment(words, state);
    else if (following === '=') this.#shellQuery();
    else if (word === 'SELECT' && following === 'INTO') readCount(words, state);
    else state.run(readStatement(words));
  }

  #quote(isAtomic: boolean): void {
    this.#state.passQuote(this.#words.peek(), isAtomic);
    this.#words.next();
  }

  /** `BEGIN [NOT ATOMIC] … END` */
  #body(): void {
    this.#words.expect('BEGIN');
    if (this.#words.take('NOT')) this.#words.expect('ATOMIC');
    this.#block();
    this.#words.take('END');
    this.#words.take(';');
  }

  #condition(): void {
    const words = this.#words;
    let isOpen = true;
    do {
      words.next();
      const holds = Boolean(readCondition(words, (word) => this.#state.valueOf(word)));
      words.take(';');
      if (!words.take('THEN')) {
        this.#branchWithoutThen(isOpen && holds);
        return;
      }
      this.#state.branch(isOpen && holds, () => this.#block());
      isOpen = isOpen && !holds;
    } while (ELSE_IF.has(words.peek()));
    if (words.take('ELSE')) this.#state.branch(isOpen, () => this.#block());
    if (!words.take('FI')) {
      words.expect('END');
      words.expect('IF');
    }
    words.take(';');
  }

  #branchWithoutThen(taken: boolean): void {
    this.#state.branch(taken, () => {
      if (this.#words.peek() === 'BEGIN') this.#body();
      else this.#statement();
    });
  }

  /** `FOR row IN rows DO … END FOR`, over the rows of a variable or of a query. */
  #loop(): void {
    const words = this.#words;
    words.next();
    words.next();
    words.expect('IN');
    const rows = words.next();
    if (rows.known === undefined) {
      words.expect('DO');
      this.#state.branch(Boolean(this.#state.variable(rows.text.toUpperCase())), () => this.#block());
    } else {
      this.#state.run([rows]);
      words.nextWhile((word) => word !== 'END');
    }
    words.expect('END');
    words.next();
    words.take(';');
  }

  /** `found="$(…)" || { … }`: the block runs if the platform does not respond, which is never the case here. */
  #shellQuery(): void {
    const words = this.#words;
    const name = words.peek();
    const query = words.nextWhile((word) => word !== ';' && word !== '{').find(({ known }) => known !== undefined);
    this.#state.assign(name, () => query && this.#state.valueOf(query));
    if (words.take('{')) {
      this.#state.branch(false, () => {
        while (!words.isAtEnd && words.peek() !== '}') this.#statement();
      });
      words.expect('}');
    }
    words.take(';');
  }
}
