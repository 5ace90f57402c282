import type { ScriptWord } from './script-words.ts';

/** The section is written in a form that is not read here. */
export class UnreadableSection extends Error {}

/** A position among the words of a section. Words are compared in upper case. */
export interface WordCursor {
  readonly isAtEnd: boolean;
  /** The word at the position, or one `ahead` of it; an empty text behind the last one. */
  peek(ahead?: number): string;
  /** Goes on behind the word, if it is the next one. */
  take(word: string): boolean;
  /** @throws UnreadableSection where another word is next. */
  expect(word: string): void;
  /** Returns the next word, and goes on behind it. */
  next(): ScriptWord;
  /** Returns the next word and those behind it for which `continues` is true. */
  nextWhile(continues: (word: string) => boolean): readonly ScriptWord[];
  /** The words from the position on. */
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
