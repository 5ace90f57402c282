import type { Clock } from '../../../ports/clock.ts';

/** Room for some that are under way at once. */
export interface Semaphore {
  isFree(): boolean;
  /** Takes one. @param onOverdue - called before it is taken back for want of a release. @returns gives it back; may be called again. */
  acquire(onOverdue: () => void): () => void;
}

/** The number of permits, and how long one may be kept. */
export interface SemaphoreOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly count: number;
  /** Milliseconds after which a permit is taken back: the connection of its holder may be dead. */
  readonly overdueMs: number;
  /** Called when one is free again. */
  readonly onFree: () => void;
}

/** Counts what is under way, except for what has been so for too long: `p-limit` never takes a permit back. */
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
