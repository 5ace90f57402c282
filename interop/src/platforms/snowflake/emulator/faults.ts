import type { Refusal } from './refusal.ts';

/** The fault that replaces the answer to a statement; the connection is cut before the statement runs, or after it. */
export type Fault = 'cut' | 'cut-after' | 'hang' | Refusal;

/** A statement that hangs, and what became of it. */
export interface Pending {
  readonly cancelled: Promise<void>;
}

/** Creates the queue of faults that tests inject. */
export function createFaults() {
  const faults: { begins: string; fault: Fault }[] = [];
  const waiting: ((pending: Pending) => void)[] = [];
  return {
    /** Injects a fault into the next statement that begins so. */
    failNext: (begins: string, fault: Fault): void => void faults.push({ begins, fault }),
    /** Resolves when a statement hangs. */
    hung: (): Promise<Pending> => new Promise((resolve) => waiting.push(resolve)),
    /** Returns the fault of a statement; each fault occurs once. */
    faultFor(text: string): Fault | undefined {
      const index = faults.findIndex(({ begins }) => text.startsWith(begins));
      return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
    },
    /** Begins to hang, until a caller cancels. */
    hang(): { readonly done: Promise<void>; readonly cancel: () => void } {
      let cancel = (): void => {};
      const cancelled = new Promise<void>((resolve) => {
        cancel = resolve;
      });
      for (const tell of waiting.splice(0)) tell({ cancelled });
      return { done: cancelled, cancel };
    },
  };
}

/** The faults that tests inject. */
export type Faults = ReturnType<typeof createFaults>;
