import { runCommand } from './run-command.ts';
import { createTerminal } from './terminal/create-terminal.ts';

/** Runs the command in this process: what the executable of this package does. */
export async function run(parameters: readonly string[]): Promise<void> {
  process.exitCode = await runCommand(parameters, createTerminal());
}
