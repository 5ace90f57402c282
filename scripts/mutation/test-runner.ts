import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunResponse, Sweep, SwitchedTexts, TestRequest } from './messages.ts';

/** A test process that starts on demand, and again after it has hung. */
export interface TestRunner {
  /** Returns undefined if the tests hang, or end their process. */
  request(request: TestRequest): Promise<RunResponse | Sweep | undefined>;
  stop(): void;
}

/** Options of {@link createTestRunner}. */
export interface TestRunnerOptions {
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  readonly texts: SwitchedTexts;
  /** `sweep` for all tests with every fault, `run` for selected tests against mutants. */
  readonly use: 'sweep' | 'run';
}

/** Milliseconds without a test result after which a process counts as hung, because a fault may make a loop endless. */
const MAX_SILENCE_MS = { sweep: 900_000, run: 60_000 };

/** Creates a {@link TestRunner}. */
export function createTestRunner({ folder, texts, use }: TestRunnerOptions): TestRunner {
  const notes = mkdtempSync(join(tmpdir(), 'portcullis-sweep-'));
  let child: Promise<ChildProcess> | undefined;
  let running: ChildProcess | undefined;
  const stop = (): void => {
    if (running) stopProcess(running);
    child = undefined;
    running = undefined;
  };
  const clear = (): void => {
    stop();
    rmSync(notes, { recursive: true, force: true });
  };
  process.once('exit', clear);
  return {
    async request(request) {
      child ??= startProcess([folder, use, notes], texts);
      running = await child;
      const response = await responseOf(running, request, MAX_SILENCE_MS[use]);
      if (!response) stop();
      return response;
    },
    stop() {
      clear();
      process.off('exit', clear);
    },
  };
}

async function startProcess(input: readonly string[], texts: SwitchedTexts): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'test-process.ts');
  // A separate process group, so that its workers end with it.
  const child = fork(program, [...input], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await isReady(child);
  child.send(texts);
  await isReady(child);
  return child;
}

async function isReady(child: ChildProcess): Promise<void> {
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process of the tests cannot be started.');
    }),
  ]);
}

function responseOf(
  child: ChildProcess,
  request: TestRequest,
  maxSilenceMs: number,
): Promise<RunResponse | Sweep | undefined> {
  return new Promise((resolve) => {
    const finish = (response?: RunResponse | Sweep): void => {
      clearTimeout(timer);
      child.off('message', hear).off('exit', end);
      resolve(response);
    };
    const end = (): void => finish();
    const hear = (message: RunResponse | Sweep | 'alive'): void => {
      if (message === 'alive') timer.refresh();
      else finish(message);
    };
    const timer = setTimeout(end, maxSilenceMs);
    child.on('message', hear).on('exit', end);
    child.send(request);
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
