import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds after which a test with a fault counts as hung. A time limit cannot end a loop that never yields. */
const MAX_TRY_MS = 60_000;
const INTERVAL_MS = 5000;

/** A watch over the workers of a sweep. */
export interface WorkerWatch {
  /** The faults whose workers were killed. */
  readonly hung: readonly number[];
  stop(): void;
}

/** Kills each worker that a fault keeps busy for too long. */
export function watchWorkers(folder: string): WorkerWatch {
  const hung: number[] = [];
  const poll = (): void => {
    for (const name of readdirSync(folder)) {
      const [, pid] = /^worker-(\d+)$/.exec(name) ?? [];
      if (pid === undefined) continue;
      const { mutant, since } = readNote(join(folder, name)) ?? { mutant: -1, since: Date.now() };
      if (mutant < 0 || Date.now() - since < MAX_TRY_MS) continue;
      rmSync(join(folder, name));
      if (end(Number(pid))) hung.push(mutant);
    }
  };
  const timer = setInterval(poll, INTERVAL_MS);
  return { hung, stop: () => clearInterval(timer) };
}

/** Returns undefined while the worker is writing. */
function readNote(path: string): { readonly mutant: number; readonly since: number } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns false if the process has already ended. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
