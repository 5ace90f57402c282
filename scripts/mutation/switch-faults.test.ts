import { describe, expect, it } from 'vitest';
import { findFaults } from './find-faults.ts';
import { SWITCH, switchFaults } from './switch-faults.ts';

/** Runs the body of a function with one of its faults enabled, or with none. */
function run(body: string, active?: string): unknown {
  const text = `async function sample() { ${body} }`;
  const faults = findFaults('sample.ts', text).map((fault, id) => ({ ...fault, id }));
  const kinds = faults.map(({ start, end, replacement }) => `${text.slice(start, end)} -> ${replacement}`);
  if (active !== undefined && !kinds.includes(active)) throw new Error(`${active} is none of ${kinds.join(', ')}`);
  const switched = switchFaults(text, faults);
  const sample = new Function(SWITCH, `${switched} return sample();`);
  return sample((id: number) => kinds[id] === active);
}

describe('faults behind switches', () => {
  it.each([
    ['a comparison', 'return 1 < 1;', '1 < 1 -> 1 <= 1', true],
    ['a literal', "return { kind: 'open' }.kind;", "'open' -> ''", ''],
    ['a spread', "return 'a' in { ...{ a: 1 } };", '...{ a: 1 } -> ...{}', false],
    ['arguments', 'return Math.pow(2, 3);', '2, 3 -> 3, 2', 9],
    ['an await', 'return (await { a: 1 }) instanceof Promise;', 'await { a: 1 } -> { a: 1 }', false],
    ['a statement', 'let a = 1; if (a > 0) a += 1; else a = 9; return a;', 'a += 1; -> ;', 1],
    ['an early end', 'let a = 0; const f = () => { if (!a) return; a = 5; }; f(); return a;', 'return; -> ;', 5],
    ['a fault within another', 'return (2 > 1 && 5 > 5) || false;', '5 > 5 -> (5 >= 5)', true],
    ['the outer of two', 'return 2 > 1 && 2 > 5;', '2 > 1 && 2 > 5 -> 2 > 1 || 2 > 5', true],
  ])('enable %s', async (_, body, active, result) => {
    expect(await run(body, active)).toBe(result);
  });

  it.each([
    ['a comparison', 'return 1 < 1;', false],
    ['arguments', 'return Math.pow(2, 3);', 8],
    ['statements', 'let a = 1; if (a > 0) a += 1; else a = 9; return a;', 2],
    ['a spread', "return 'a' in { ...{ a: 1 } };", true],
    ['one within another', 'return 2 > 1 && 2 > 5;', false],
  ])('keep %s unchanged while all are off', async (_, body, result) => {
    expect(await run(body)).toBe(result);
  });
});
