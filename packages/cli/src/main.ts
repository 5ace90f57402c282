#!/usr/bin/env node
/**
 * The command `portcullis`. An import of this module runs nothing.
 *
 * @packageDocumentation
 */
import { runCommand } from './run-command.ts';
import { createTerminal } from './terminal/create-terminal.ts';

if (import.meta.main) {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  process.exitCode = await runCommand(process.argv.slice(2), createTerminal(interrupted));
}
