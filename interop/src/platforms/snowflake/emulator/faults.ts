import { createFaultQueue } from '../../../shared/emulator/fault-queue.ts';
import type { Refusal } from './refusal.ts';

/** The fault that replaces the response to a statement; the connection is cut before the statement runs, or after it. */
export type Fault = 'cut' | 'cut-after' | 'hang' | Refusal;

/** A statement that hangs. */
export interface Pending {
  /** Resolves when a client cancels it. */
  readonly cancelled: Promise<void>;
}

/** Creates the queue of faults that tests inject. */
export function createFaults() {
  const queue = createFaultQueue<Fault, Pending>();
  return {
    ...queue,
    /** Hangs until a caller cancels. */
    hang(): { readonly done: Promise<void>; readonly cancel: () => void } {
      let cancel = (): void => {};
      const cancelled = new Promise<void>((resolve) => {
        cancel = resolve;
      });
      queue.onHang({ cancelled });
      return { done: cancelled, cancel };
    },
  };
}

/** The faults that tests inject. */
export type Faults = ReturnType<typeof createFaults>;
