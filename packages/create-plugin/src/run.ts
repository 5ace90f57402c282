import { runCommand } from './run-command.ts';
import { createTerminal } from './terminal/create-terminal.ts';

/** Runs the command in this process, for the executable of this package. */
export async function run(parameters: readonly string[]): Promise<void> {
  process.exitCode = await runCommand(parameters, createTerminal());
}
