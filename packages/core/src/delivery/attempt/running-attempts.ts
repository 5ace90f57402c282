/** The attempts in flight on this node, automatic and manual. */
export interface RunningAttempts {
  /**
   * Runs an attempt and counts it until its work settles. If `after` is true, it first waits for the attempts of the same
   * delivery.
   *
   * @param work - receives the signal that aborts the attempt.
   */
  run<Result>(
    deliveryId: number | null,
    work: (signal: AbortSignal) => Promise<Result>,
    options?: { readonly after?: boolean },
  ): Promise<Result>;
  /** Returns whether an attempt of a delivery is in flight, or its outcome is being recorded. */
  isRunning(deliveryId: number): boolean;
  /** Aborts all attempts, and later ones immediately. */
  abortAll(): void;
  /** The number of attempts in flight. */
  readonly count: number;
  /** Resolves when no attempt is in flight. */
  whenNone(): Promise<void>;
}

/** Creates an empty set. */
export function createRunningAttempts(): RunningAttempts {
  const controllers = new Set<AbortController>();
  const ofDelivery = new Map<number, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let aborted = false;

  const release = (controller: AbortController): void => {
    controllers.delete(controller);
    if (controllers.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };

  return {
    async run(deliveryId, work, { after = false } = {}) {
      // One controller per attempt, because a shared signal would accumulate the listeners of all attempts.
      const controller = new AbortController();
      if (aborted) controller.abort();
      controllers.add(controller);
      const before = after && deliveryId !== null ? ofDelivery.get(deliveryId) : undefined;
      const result = before ? before.catch(() => {}).then(() => work(controller.signal)) : work(controller.signal);
      if (deliveryId !== null) ofDelivery.set(deliveryId, result);
      try {
        return await result;
      } finally {
        if (deliveryId !== null && ofDelivery.get(deliveryId) === result) ofDelivery.delete(deliveryId);
        release(controller);
      }
    },
    isRunning: (deliveryId) => ofDelivery.has(deliveryId),
    get count() {
      return controllers.size;
    },
    abortAll() {
      aborted = true;
      for (const controller of controllers) controller.abort();
    },
    async whenNone() {
      if (controllers.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
