import { describe, expect, it } from 'vitest';
import { findFaults } from './find-faults.ts';

/** Returns the texts, each with one fault. */
const mutantsOf = (text: string): readonly string[] =>
  findFaults('sample.ts', text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );

describe('the faults of a source text', () => {
  it.each([
    ['a comparison', 'x = a < b;', 'x = a <= b;'],
    ['an equality', 'x = a === b;', 'x = a !== b;'],
    ['logic', 'x = a && b;', 'x = a || b;'],
    ['a default', 'x = a ?? b;', 'x = a && b;'],
    ['a boolean', 'x = true;', 'x = false;'],
    ['a number', 'x = 5;', 'x = 6;'],
    ['a word of the program', "x = { kind: 'open' };", "x = { kind: '' };"],
    ['an await', 'x = await a();', 'x = a();'],
    ['a condition', 'if (a) b();', 'if (!(a)) b();'],
    ['a negation', 'x = !a;', 'x = a;'],
    ['a spread', 'x = { ...a };', 'x = { ...{} };'],
    ['arguments', 'x = f(a, b);', 'x = f(b, a);'],
    ['a statement', 'a();', ';'],
    ['an early end', 'function f() { if (a) return; }', 'function f() { if (a) ; }'],
  ])('have %s', (_, text, mutant) => {
    expect(mutantsOf(text)).toContain(mutant);
  });

  it.each([
    ['types', "type A = 'open' | 'shut'; interface B { readonly a: 1 }"],
    ['imports', "import { a } from 'b';"],
    ['errors that are thrown', "throw new Error('a', { cause: 1 });"],
    ['calls of a logger', "logger.warn('a');"],
    ['sentences', "x = { text: 'A sentence for people.' };"],
  ])('do not change %s', (_, text) => {
    expect(mutantsOf(text).filter((mutant) => mutant !== ';')).toEqual([]);
  });

  it('can be parsed, also next to other logical operators', () => {
    for (const text of ['x = a ?? b ?? c;', 'x = (a && b) || c;', 'x = a && b && c;', 'x = (a || b) ?? c;']) {
      const mutants = mutantsOf(text);
      expect(mutants).toHaveLength(3);
      for (const mutant of mutants) expect(() => findFaults('sample.ts', mutant)).not.toThrow();
    }
  });
});
