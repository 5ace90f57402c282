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
  responses?: readonly (string | readonly string[] | undefined)[],
  published: boolean | undefined = false,
): ScriptedTerminal {
  const left = [...(responses ?? [])];
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
    interactive: responses !== undefined,
    folder,
    packageManager: 'npm',
    async text({ message, initial, check }) {
      const response: string | undefined = next(message);
      if (response === undefined) return undefined;
      const taken = response === '' ? (initial ?? '') : response;
      const problem = check(taken);
      if (problem !== undefined) complaints.push(problem);
      return problem === undefined ? taken : this.text({ message, initial, check });
    },
    choose: async (message) => next(message),
    chooseSome: async (message) => next(message),
    isPublished: async () => published,
  };
}
