import { createUnorderedList } from '../../kernel/collections/unordered-list.ts';

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

/** An attempt in flight. It is a class for the same reason as `ClaimedDelivery`. */
class RunningAttempt {
  readonly deliveryId: number | null;
  readonly controller: AbortController;
  /** Set as soon as its work has begun. */
  result: Promise<unknown> | undefined;

  constructor(deliveryId: number | null, controller: AbortController) {
    this.deliveryId = deliveryId;
    this.controller = controller;
  }
}

const NONE: readonly RunningAttempt[] = [];

/** Creates an empty set. */
export function createRunningAttempts(): RunningAttempts {
  const running = createUnorderedList<RunningAttempt>();
  const waiting: (() => void)[] = [];
  let aborted = false;

  /** The attempts of a delivery. Few callers ask for them, so they are searched. */
  const ofDelivery = (deliveryId: number): readonly RunningAttempt[] =>
    running.entries.map(({ member }) => member).filter((attempt) => attempt.deliveryId === deliveryId);

  return {
    async run(deliveryId, work, { after = false } = {}) {
      // One controller per attempt, because a shared signal would accumulate the listeners of all attempts.
      const controller = new AbortController();
      if (aborted) controller.abort();
      const before = after && deliveryId !== null ? ofDelivery(deliveryId) : NONE;
      const attempt = new RunningAttempt(deliveryId, controller);
      const entry = running.add(attempt);
      try {
        const result =
          before.length > 0
            ? Promise.allSettled(before.map((each) => each.result)).then(() => work(controller.signal))
            : work(controller.signal);
        attempt.result = result;
        return await result;
      } finally {
        running.remove(entry);
        if (running.entries.length === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    isRunning: (deliveryId) => ofDelivery(deliveryId).length > 0,
    get count() {
      return running.entries.length;
    },
    abortAll() {
      aborted = true;
      for (const { member } of running.entries) member.controller.abort();
    },
    async whenNone() {
      if (running.entries.length > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
