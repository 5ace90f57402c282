/** Wakes everybody who waits for it. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring. */
  rung(): Promise<void>;
}

/** Makes a bell. */
export function createBell(): Bell {
  let ring = (): void => {};
  let rung = new Promise<void>((resolve) => {
    ring = resolve;
  });
  return {
    ring() {
      const wake = ring;
      rung = new Promise((resolve) => {
        ring = resolve;
      });
      wake();
    },
    rung: () => rung,
  };
}
