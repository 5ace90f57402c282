import type { ProgressEvent } from '@portcullis/core';

/** A source of events that a test controls, with its state. */
export interface FakeProgress {
  readonly events: AsyncIterableIterator<ProgressEvent, undefined>;
  /** The number of requested events. */
  readonly asked: number;
  /** Resolves when no reader is left. */
  readonly left: Promise<void>;
  /** Passes one event to the reader. */
  emit(event: ProgressEvent): void;
  end(): void;
}

/** Creates the source. */
export function createFakeProgress(): FakeProgress {
  const queued: (ProgressEvent | undefined)[] = [];
  let asked = 0;
  let wake = (): void => {};
  let isLeft = false;
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = () => {
      isLeft = true;
      resolve();
      wake();
    };
  });
  const events: AsyncIterableIterator<ProgressEvent, undefined> = {
    async next() {
      asked += 1;
      while (queued.length === 0 && !isLeft) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const value = queued.shift();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    },
    async return() {
      leave();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => events,
  };
  return {
    events,
    left,
    get asked() {
      return asked;
    },
    emit(event) {
      queued.push(event);
      wake();
    },
    end() {
      queued.push(undefined);
      wake();
    },
  };
}
