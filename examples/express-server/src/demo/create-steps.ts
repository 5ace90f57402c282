import { inspect } from 'node:util';
import { ExpectationFailed } from './expectation-failed.ts';

/** Runs one step of the demo and returns its result. */
export type Step = <Result>(title: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates the function that runs steps: it numbers them, prints the outcome and the duration of each, and the expected
 * result of a failed one. The error is passed on to the caller.
 */
export function createSteps(print: (line: string) => void): Step {
  let number = 0;
  return async (title, work) => {
    number += 1;
    const start = performance.now();
    print('');
    print(`${String(number).padStart(2)}  ${title}`);
    try {
      const result = await work();
      print(`    ok, ${Math.round(performance.now() - start)} ms`);
      return result;
    } catch (error) {
      print(`    FAILED in step ${number}, "${title}"`);
      for (const line of explain(error)) print(`    ${line}`);
      throw error;
    }
  };
}

function explain(error: unknown): readonly string[] {
  if (!(error instanceof ExpectationFailed))
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  return [error.message, `expected  ${show(error.expected)}`, `got       ${show(error.got)}`];
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 6, breakLength: 100 });
}
