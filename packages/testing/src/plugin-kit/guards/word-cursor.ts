import type { ScriptWord } from './script-words.ts';

/** The error for a section in a form that the kit cannot read. */
export class UnreadableSection extends Error {}

/** A position among the words of a section. Words are compared in upper case. */
export interface WordCursor {
  readonly isAtEnd: boolean;
  /** Returns the word at the position, or `ahead` words later; an empty text after the last word. */
  peek(ahead?: number): string;
  /** Moves past the word if it is the next one; returns whether it was. */
  take(word: string): boolean;
  /** Moves past the word. @throws UnreadableSection if another word is next. */
  expect(word: string): void;
  /** Returns the next word, and moves past it. */
  next(): ScriptWord;
  /** Returns the next word and the following ones for which `continues` is true. */
  nextWhile(continues: (word: string) => boolean): readonly ScriptWord[];
  /** Returns the words from the position to the end. */
  rest(): readonly ScriptWord[];
}

/** Returns a cursor before the first word. */
export function createWordCursor(words: readonly ScriptWord[]): WordCursor {
  let at = 0;
  const peek = (ahead = 0): string => words[at + ahead]?.text.toUpperCase() ?? '';
  const take = (word: string): boolean => {
    if (peek() !== word) return false;
    at += 1;
    return true;
  };
  return {
    get isAtEnd() {
      return at >= words.length;
    },
    peek,
    take,
    expect(word) {
      if (!take(word)) throw new UnreadableSection(`${word} is missing before "${peek()}".`);
    },
    next() {
      const word = words[at];
      if (!word) throw new UnreadableSection('A statement has no end.');
      at += 1;
      return word;
    },
    nextWhile(continues) {
      const start = at;
      at += 1;
      while (at < words.length && continues(peek())) at += 1;
      return words.slice(start, at);
    },
    rest: () => words.slice(at),
  };
}
