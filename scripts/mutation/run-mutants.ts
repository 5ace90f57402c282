import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Mutant, Outcome } from './mutant.ts';

/** Options of {@link runMutants}. */
export interface MutantRunOptions {
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  /** Milliseconds without the result of a test after which the tests of a mutant are ended: a fault may keep a loop from its end. */
  readonly limitMs: number;
  /** Called with each outcome as it comes. */
  readonly onOutcome: (mutant: Mutant, outcome: Outcome) => void;
}

/** Runs the tests of a package against mutants of its files, one after the other. */
export async function runMutants(
  mutants: readonly Mutant[],
  { folder, limitMs, onOutcome }: MutantRunOptions,
): Promise<void> {
  let child: ChildProcess | undefined;
  const stop = (): void => {
    if (child) stopProcess(child);
  };
  process.once('exit', stop);
  try {
    for (const mutant of mutants) {
      child ??= await startProcess(folder);
      const outcome = await outcomeOf(child, mutant, limitMs);
      if (outcome === undefined) {
        stopProcess(child);
        child = undefined;
      }
      onOutcome(mutant, outcome ?? { status: 'timeout' });
    }
  } finally {
    stop();
    process.off('exit', stop);
  }
}

async function startProcess(folder: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'test-process.ts');
  // A group of its own, so that its workers end with it.
  const child = fork(program, [folder], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The tests of ${folder} cannot be started.`);
    }),
  ]);
  return child;
}

/** Returns undefined when the tests come to a standstill, or end their process. */
function outcomeOf(child: ChildProcess, mutant: Mutant, limitMs: number): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const finish = (outcome?: Outcome): void => {
      clearTimeout(timer);
      child.off('message', hear).off('exit', end);
      resolve(outcome);
    };
    const end = (): void => finish();
    const hear = (message: Outcome | 'alive'): void => {
      if (message === 'alive') timer.refresh();
      else finish(message);
    };
    const timer = setTimeout(end, limitMs);
    child.on('message', hear).on('exit', end);
    child.send(mutant);
  });
}

function stopProcess(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
