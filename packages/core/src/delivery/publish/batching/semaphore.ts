import type { Clock } from '../../../ports/clock.ts';

/** A semaphore whose permits expire. */
export interface Semaphore {
  isFree(): boolean;
  /**
   * Acquires a permit. @param onOverdue - called when the permit expires without a release. @returns releases it; may be called
   * repeatedly.
   */
  acquire(onOverdue: () => void): () => void;
}

/** The number of permits and their lifetime. */
export interface SemaphoreOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly count: number;
  /** Milliseconds after which a permit expires, because the connection of its holder may be dead. */
  readonly overdueMs: number;
  /** Called when a permit is free again. */
  readonly onFree: () => void;
}

/** Creates a semaphore whose permits expire. `p-limit` has no such expiry. */
export function createSemaphore({ clock, count, overdueMs, onFree }: SemaphoreOptions): Semaphore {
  let taken = 0;
  return {
    isFree: () => taken < count,
    acquire(onOverdue) {
      let isHeld = true;
      const release = (): void => {
        if (!isHeld) return;
        isHeld = false;
        cancel();
        taken -= 1;
        onFree();
      };
      taken += 1;
      const cancel = clock.after(overdueMs, () => {
        onOverdue();
        release();
      });
      return release;
    },
  };
}
