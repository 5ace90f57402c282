import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.ts';

describe('onAbort', () => {
  it('calls every function of a signal once it is aborted', () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => called.push('first'));
    onAbort(controller.signal, () => called.push('second'));
    controller.abort();
    expect(called).toEqual(['first', 'second']);
  });

  it('does not call a function that was cancelled', () => {
    const controller = new AbortController();
    const called: string[] = [];
    const cancel = onAbort(controller.signal, () => called.push('cancelled'));
    onAbort(controller.signal, () => called.push('kept'));
    cancel();
    controller.abort();
    expect(called).toEqual(['kept']);
  });

  it('does not call a function that an earlier one cancels', () => {
    const controller = new AbortController();
    const called: string[] = [];
    const cancels: (() => void)[] = [];
    onAbort(controller.signal, () => cancels.forEach((cancel) => void cancel()));
    cancels.push(onAbort(controller.signal, () => called.push('cancelled')));
    controller.abort();
    expect(called).toEqual([]);
  });

  it('adds one listener to a signal for any number of functions', () => {
    const { signal } = new AbortController();
    for (let count = 0; count < 3; count += 1) onAbort(signal, () => {});
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});
