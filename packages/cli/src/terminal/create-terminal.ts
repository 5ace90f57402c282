import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { confirm, isCancel } from '@clack/prompts';
import { safeText } from './safe-text.ts';
import type { Terminal } from './terminal.ts';

/**
 * Creates the terminal of this process. Colours follow NO_COLOR and FORCE_COLOR. Source: no-color.org.
 *
 * @param interruption - aborted at Ctrl-C, also by the terminal: it is no signal of the process while a question is shown.
 */
export function createTerminal(interruption: AbortController): Terminal {
  const { signal } = interruption;
  const { stdin, stdout, stderr, env } = process;
  const folder = process.cwd();
  const outputClosed = new AbortController();
  // A reader may close a pipe early: "portcullis script file | head" is not a failure.
  const onClosed = (closed: () => void) => (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed();
  };
  stdout.on(
    'error',
    onClosed(() => outputClosed.abort()),
  );
  // "2>&1 | head" closes both.
  stderr.on(
    'error',
    onClosed(() => {}),
  );
  const project = createRequire(join(folder, 'package.json'));
  return {
    out: (text) => void stdout.write(stdout.isTTY ? safeText(text, true) : text),
    // A file for the standard error gets no colours, although the standard output may be a terminal.
    note: (text) => void stderr.write(safeText(text, stderr.isTTY === true && stderr.hasColors())),
    outputClosed: outputClosed.signal,
    interactive: stdin.isTTY === true && stdout.isTTY === true,
    colours: stdout.isTTY === true && stdout.hasColors(),
    env,
    folder,
    signal,
    fetch: (input, init) => fetch(input, init),
    async confirm(message) {
      const response = await confirm({ message, initialValue: false, signal });
      if (!isCancel(response)) return response;
      interruption.abort();
      return false;
    },
    load: async (specifier) => import(pathToFileURL(project.resolve(specifier)).href),
  };
}
