import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { descendantsOf, isRunning } from './processes.ts';

/** An example in a separate process. Disposing of it kills the process, if it is still running. */
export interface ExampleProcess extends AsyncDisposable {
  /** The complete output so far. */
  output(): string;
  /** Resolves with the match once the output matches. Rejects if the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or the signal, when the process ends. */
  readonly exited: Promise<number | string>;
  /** Sends SIGINT, like Ctrl-C. Resolves with the exit code and the processes that it has left behind. */
  interrupt(): Promise<{ readonly exit: number | string; readonly leftBehind: readonly number[] }>;
}

/** Runs a TypeScript file of an example with this Node. */
export function startProcess(
  file: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): ExampleProcess {
  const child = spawn(process.execPath, ['--conditions=source', file, ...flags], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let ended = false;
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      wake();
    });
  }
  const exited = once(child, 'close').then(([code, signal]) => {
    ended = true;
    wake();
    return (code ?? signal) as number | string;
  });

  return {
    output: () => output,
    exited,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const scan = () => {
          const match = pattern.exec(output);
          if (!match && !ended) return;
          listeners.delete(scan);
          if (match) resolve(match);
          else reject(new Error(`The process ended without printing ${pattern}. It printed:\n${output}`));
        };
        listeners.add(scan);
        scan();
      }),
    async interrupt() {
      const descendants = await descendantsOf(child.pid as number);
      child.kill('SIGINT');
      const exit = await exited;
      return { exit, leftBehind: descendants.filter(isRunning) };
    },
    async [Symbol.asyncDispose]() {
      if (!ended) child.kill('SIGTERM');
      await exited;
    },
  };
}
