import { type GuardValue, literalOr } from './read-condition.ts';
import type { ScriptWord } from './script-words.ts';

/** The responses of a platform to the queries of a section. */
export interface GuardPlatform {
  /** Returns the value of a query: true if it has a row. */
  respond(known: number): GuardValue;
  /** Returns whether the text is a statement; records that it has run. */
  run(known: number): boolean;
}

/** Quoted text that a statement contains, such as the body of a block. */
interface OpenQuote {
  readonly tag: string;
  /** The number of statements that ran before it. */
  readonly since: number;
  /** True if its statements are reverted together. */
  readonly isAtomic: boolean;
}

/** The state of a section that runs: its variables, its position in branches and quotes, and the statements so far. */
export class GuardState {
  /** The numbers of the statements that ran, in order. */
  readonly ran: number[] = [];
  /** The numbers of the values of the procedure that is called, by the names of its parameters. */
  parameters: ReadonlyMap<string, number> = new Map();
  readonly #platform: GuardPlatform;
  readonly #variables = new Map<string, GuardValue>();
  /** The open quotes, innermost last. */
  readonly #quotes: OpenQuote[] = [];
  #isTaken = true;
  #isHalted = false;
  #hasStopped = false;

  constructor(platform: GuardPlatform) {
    this.#platform = platform;
  }

  /** True once a statement has stopped the section. */
  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /** True while statements at the present position run. */
  get isLive(): boolean {
    return this.#isTaken && !this.#isHalted;
  }

  /** Returns the value of a query, a variable or a literal. */
  valueOf(word: ScriptWord): GuardValue {
    return word.known === undefined ? literalOr(word, this.#variables) : this.#platform.respond(word.known);
  }

  /** Runs the statements among the words. */
  run(words: readonly ScriptWord[]): void {
    for (const { known } of words) {
      if (known !== undefined && this.isLive && this.#platform.run(known)) this.ran.push(known);
    }
  }

  /** Reads a branch, whose statements run only if it is taken. */
  branch(taken: boolean, read: () => void): void {
    const before = this.#isTaken;
    this.#isTaken = before && taken;
    read();
    this.#isTaken = before;
  }

  /** Returns the value of a variable. */
  variable(name: string): GuardValue {
    return this.#variables.get(name);
  }

  /** Declares a variable, which has no value from here on. */
  declare(name: string): void {
    this.#variables.set(name, undefined);
  }

  /** Declares a variable unless it is known. */
  mention(name: string): void {
    if (!this.#variables.has(name)) this.declare(name);
  }

  /** Sets a variable if the statements at the present position run; otherwise only mentions it. */
  assign(name: string, value: () => GuardValue): void {
    if (this.isLive) this.#variables.set(name, value());
    else this.mention(name);
  }

  /** Enters a quote, or leaves it if it is the innermost one. A halt inside it ends with it. */
  passQuote(tag: string, isAtomic: boolean): void {
    if (this.#quotes.at(-1)?.tag !== tag) {
      this.#quotes.push({ tag, since: this.ran.length, isAtomic });
      return;
    }
    this.#quotes.pop();
    this.#isHalted = false;
  }

  /** Continues at the next batch of statements after a halt. */
  resume(): void {
    this.#isHalted = false;
  }

  /** Stops the section. The earlier statements of an atomic quote are reverted. */
  stop(): void {
    if (!this.isLive) return;
    this.#hasStopped = true;
    this.#isHalted = true;
    const atomic = this.#quotes.find(({ isAtomic }) => isAtomic);
    if (atomic) this.ran.length = Math.min(this.ran.length, atomic.since);
  }
}
