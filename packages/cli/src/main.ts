#!/usr/bin/env node
/**
 * `portcullis`, on the command line. Nothing runs where this is only imported.
 *
 * @packageDocumentation
 */
import { runCommand } from './run-command.ts';
import { createTerminal } from './terminal/create-terminal.ts';

if (import.meta.main) {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  process.exitCode = await runCommand(process.argv.slice(2), createTerminal(interrupted.signal));
}
