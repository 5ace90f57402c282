import type { ChildProcess } from 'node:child_process';

/** Milliseconds after which a process that does not end is killed. */
const KILL_AFTER_MS = 20_000;

/** Stops a child process and waits for its end. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(kill);
}
