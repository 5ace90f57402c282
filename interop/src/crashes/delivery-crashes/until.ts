import { setTimeout as wait } from 'node:timers/promises';

const SCAN_MS = 15;
const TIMEOUT_MS = 30_000;

/** Polls a condition until it is true or the time is over. Resolves with its last value. */
export async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await wait(SCAN_MS);
  }
  return true;
}
