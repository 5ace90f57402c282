import { match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runCommand } from '../publishing/command.ts';
import type { NewMachine } from './new-machine.ts';

/** Milliseconds since the clone. */
export interface CloneTimes {
  readonly cloned: number;
  /** Until `npm start` has printed its greeting. */
  readonly greeted: number;
  /** Until the first line that it prints has created an integration. */
  readonly created: number;
  readonly demo: number;
}

const GREETED = 'Ctrl-C stops everything';

/** Follows the section "Try it" of the README, line by line. */
export async function tryClone(root: string, folder: string, { environment }: NewMachine): Promise<CloneTimes> {
  const start = performance.now();
  const clone = join(folder, 'portcullis');
  await runBare('git', ['clone', '--quiet', '--no-hardlinks', root, clone], folder, environment);
  const cloned = performance.now() - start;
  // Free ports, because this machine may run other servers.
  const ports = { PORT: '0', RECEIVER_PORT: '0', TARGET_PORT: '0' };
  const example = spawn('npm', ['start'], { cwd: clone, env: { ...environment, ...ports }, detached: true });
  let output = '';
  const stop = () => process.kill(-(example.pid ?? 0), 'SIGINT');
  try {
    const exited = once(example, 'exit');
    await new Promise<void>((resolve, reject) => {
      const read = (text: string) => {
        output += text;
        if (output.includes(GREETED)) resolve();
      };
      example.stdout.setEncoding('utf8').on('data', read);
      example.stderr.setEncoding('utf8').on('data', read);
      example.on('exit', () => reject(new Error(`npm start ended:\n${output.slice(-3_000)}`)));
    });
    const greeted = performance.now() - start;
    await pasteLines(output, clone, environment);
    const created = performance.now() - start;
    stop();
    await exited;
    match(output, /portcullis: done in/, 'Ctrl-C did not let it end in order.');
    const before = performance.now();
    await runBare('npm', ['run', 'demo'], clone, { ...environment, ...ports });
    return { cloned, greeted, created, demo: performance.now() - before };
  } finally {
    if (example.exitCode === null && example.signalCode === null) stop();
  }
}

/** Runs the printed lines in a shell, up to the first one that creates something. */
async function pasteLines(output: string, folder: string, environment: NewMachine['environment']): Promise<void> {
  const key = /export PORTCULLIS_API_KEY=(\S+)/.exec(output)?.[1] ?? '';
  const lines = [...output.matchAll(/^ {2}# .+\n {2}(.+)$/gm)].map(([, line = '']) => line);
  const first = lines.findIndex((line) => line.includes(' -d ') && / \S+\/integrations$/.test(line));
  for (const line of lines.slice(0, first + 1)) {
    const response = await runBare('sh', ['-c', line], folder, { ...environment, PORTCULLIS_API_KEY: key });
    match(response, line === lines[first] ? /"status":"creating"/ : /^[[{]/, `${line}\n${response}`);
  }
}

/** Runs a command with the given environment only. */
function runBare(command: string, parameters: readonly string[], folder: string, environment: object): Promise<string> {
  const names = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return runCommand('env', ['-i', ...names, command, ...parameters], { folder, limitMs: 900_000 });
}
