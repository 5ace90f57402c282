import { flushCompileCache } from 'node:module';

/** Sends a report to the process that started this one. Resolves when it has been sent. */
export function sendReport<Report extends { readonly kind: string }>(report: Report): Promise<void> {
  return new Promise((resolve) => process.send?.(report, () => resolve()) ?? resolve());
}

/**
 * The main program of a process that will be killed: reports `ready`, and follows the orders of the process that started it. A
 * failure is reported. Ends with that process.
 */
export async function runVictim<Order>(follow: (order: Order) => Promise<unknown>): Promise<void> {
  process.on('message', (order: Order) => {
    follow(order).catch((error: unknown) => sendReport({ kind: 'failed', message: String(error) }));
  });
  process.on('disconnect', () => process.exit(0));
  await sendReport({ kind: 'ready' });
  // Node writes its compiled code when a process ends, but not when it is killed.
  flushCompileCache();
}
