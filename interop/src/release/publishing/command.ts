import { spawn } from 'node:child_process';

/** Options of a command. */
export interface CommandOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is killed. @default 5 minutes */
  readonly limitMs?: number;
}

/** The number of characters that are shown of a failed command's output. */
const SHOWN = 3_000;

/** The error of a command that was killed after its limit. */
export class CommandTooLong extends Error {}

/**
 * Runs a command and returns its standard output.
 *
 * @throws CommandTooLong if it takes too long.
 * @throws Error with the end of its output if it fails.
 */
export async function runCommand(
  command: string,
  parameters: readonly string[],
  { folder, environment = {}, limitMs = 300_000 }: CommandOptions,
): Promise<string> {
  const child = spawn(command, parameters, {
    cwd: folder,
    env: { ...process.env, CI: 'true', NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    // npm survives a SIGTERM while it installs.
    killSignal: 'SIGKILL',
    shell: process.platform === 'win32',
  });
  let printed = '';
  let everything = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    everything += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    everything += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const how = `${command} ${parameters.join(' ')} ended with ${signal ?? code}`;
      const shown = `${how}:\n${everything.slice(-SHOWN)}`;
      if (code === 0) resolve(printed);
      else reject(signal === 'SIGKILL' ? new CommandTooLong(shown) : new Error(shown));
    });
  });
}
