import { setTimeout as wait } from 'node:timers/promises';

const SCAN_MS = 15;
const TIMEOUT_MS = 30_000;

/** Looks until something is so. Answers whether it came to be so while there was patience. */
export async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await wait(SCAN_MS);
  }
  return true;
}
