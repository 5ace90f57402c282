import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '@portcullis/core';

const SCAN_MS = 15;
/** Long, because the machine may be busy. */
const TIMEOUT_MS = 120_000;

/** Polls a condition until it is true or the time is over. Resolves with its last value. */
export async function pollUntil(condition: () => Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await wait(SCAN_MS);
  }
  return true;
}

/** Returns true if no delivery waits or is being sent. */
export async function isIdle(store: Store): Promise<boolean> {
  return (await store.count('deliveries', { status: { in: ['pending', 'leased'] } })) === 0;
}
