import type { Terminal } from '../../src/terminal/terminal.ts';

/** A terminal with scripted answers; `undefined` is Ctrl-C. */
export interface ScriptedTerminal extends Terminal {
  /** The printed lines. */
  readonly printed: string[];
  readonly complaints: string[];
  readonly questions: string[];
}

/** Creates the terminal. Without answers, no user is present. */
export function scriptedTerminal(
  folder: string,
  answers?: readonly (string | readonly string[] | undefined)[],
  published: boolean | undefined = false,
): ScriptedTerminal {
  const left = [...(answers ?? [])];
  const printed: string[] = [];
  const complaints: string[] = [];
  const questions: string[] = [];
  const next = (question: string): never => {
    questions.push(question);
    return left.shift() as never;
  };
  return {
    printed,
    complaints,
    questions,
    out: (text) => void printed.push(text),
    note: (text) => void complaints.push(text),
    interactive: answers !== undefined,
    folder,
    packageManager: 'npm',
    async text({ message, initial, check }) {
      const answer: string | undefined = next(message);
      if (answer === undefined) return undefined;
      const taken = answer === '' ? (initial ?? '') : answer;
      const problem = check(taken);
      if (problem !== undefined) complaints.push(problem);
      return problem === undefined ? taken : this.text({ message, initial, check });
    },
    choose: async (message) => next(message),
    chooseSome: async (message) => next(message),
    isPublished: async () => published,
  };
}
