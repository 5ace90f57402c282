/** The attempts under way on this node, automatic and manual. */
export interface RunningAttempts {
  /**
   * Counts an attempt until its work settles, after those of the same delivery have settled where `after` is true.
   *
   * @param work - gets the signal that is aborted when the attempt is given up.
   */
  run<Result>(
    deliveryId: number | null,
    work: (signal: AbortSignal) => Promise<Result>,
    options?: { readonly after?: boolean },
  ): Promise<Result>;
  /** Gives up everything. What begins later is given up at once. */
  abortAll(): void;
  /** The number of attempts in flight. */
  readonly count: number;
  /** Resolves when nothing is under way. */
  whenNone(): Promise<void>;
}

/** Makes the set. */
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
      // One controller an attempt: a signal that all share would gather their listeners.
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
