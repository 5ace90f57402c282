#!/usr/bin/env node
import { runCommand } from './run-command.ts';
/**
 * `portcullis`, on the command line.
 *
 * @packageDocumentation
 */
import { createTerminal } from './terminal/create-terminal.ts';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());

process.exitCode = await runCommand(process.argv.slice(2), createTerminal(interrupted.signal));
