/** A signal that wakes all of its waiters. */
export interface ChangeSignal {
  ring(): void;
  /** Resolves at the next signal. */
  notified(): Promise<void>;
}

/** Creates a signal. */
export function createChangeSignal(): ChangeSignal {
  let ring = (): void => {};
  let notified = new Promise<void>((resolve) => {
    ring = resolve;
  });
  return {
    ring() {
      const wake = ring;
      notified = new Promise((resolve) => {
        ring = resolve;
      });
      wake();
    },
    notified: () => notified,
  };
}
