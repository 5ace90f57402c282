import { CommanderError } from 'commander';
import { createProgram } from './create-program.ts';
import { EXIT_CODE, type ExitCode } from './exit-code.ts';
import { errorAsJson, exitCodeOf, renderError } from './render/render-error.ts';
import { createStyle } from './render/style.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Runs one command line, and resolves with the exit code of the process. Never rejects. */
export async function runCommand(parameters: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT_CODE.done;
  const program = createProgram(terminal, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(parameters, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODE.done;
    if (terminal.signal.aborted) {
      terminal.note('Interrupted. What a server has accepted continues there.\n');
      return EXIT_CODE.interrupted;
    }
    if (parameters.includes('--json')) terminal.out(`${JSON.stringify({ error: errorAsJson(error) }, undefined, 2)}\n`);
    // Commander has printed its own errors.
    else if (!(error instanceof CommanderError)) terminal.note(renderError(error, createStyle(terminal)));
    return exitCodeOf(error);
  }
}
