import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Mutant, Outcome } from './mutant.ts';
import type { TestAnswer, TestOrder } from './test-order.ts';

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
  /** Files whose tests fail without a fault as well, such as under load. */
  const unreliable = new Set<string>();
  for (const mutant of mutants) onOutcome(mutant, await outcomeOf(mutant, unreliable, { folder, limitMs }));
}

async function outcomeOf(
  { file, text }: Mutant,
  unreliable: Set<string>,
  options: Pick<MutantRunOptions, 'folder' | 'limitMs'>,
): Promise<Outcome> {
  for (;;) {
    const answer = await runTests({ file, text, without: [...unreliable] }, options);
    if (!answer) return { status: 'timeout' };
    const { tests, failed, by = '' } = answer;
    if (failed === undefined) return tests === 0 ? { status: 'untested' } : { status: 'survived', tests };
    if (failed === '') return { status: 'killed', by };
    const sound = await runTests({ file, only: failed, without: [] }, options);
    if (sound && sound.failed === undefined) return { status: 'killed', by };
    unreliable.add(failed);
  }
}

/** Runs an order in a process of its own, since Vitest keeps the failures of a run for the next. Undefined where it does not end. */
async function runTests(
  order: TestOrder,
  { folder, limitMs }: Pick<MutantRunOptions, 'folder' | 'limitMs'>,
): Promise<TestAnswer | undefined> {
  const child = await startProcess(folder);
  const stop = (): void => stopProcess(child);
  process.once('exit', stop);
  try {
    return await answerOf(child, order, limitMs);
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
function answerOf(child: ChildProcess, order: TestOrder, limitMs: number): Promise<TestAnswer | undefined> {
  return new Promise((resolve) => {
    const finish = (answer?: TestAnswer): void => {
      clearTimeout(timer);
      child.off('message', hear).off('exit', end);
      resolve(answer);
    };
    const end = (): void => finish();
    const hear = (message: TestAnswer | 'alive'): void => {
      if (message === 'alive') timer.refresh();
      else finish(message);
    };
    const timer = setTimeout(end, limitMs);
    child.on('message', hear).on('exit', end);
    child.send(order);
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
