import { useState } from 'preact/hooks';
import { noticeFailure } from './session.ts';

/** Something that a user starts, and how it went. */
export interface Action<Arguments extends readonly unknown[]> {
  readonly isRunning: boolean;
  /** Why it failed last; undefined once it is started again. */
  readonly error: unknown;
  readonly run: (...parameters: Arguments) => Promise<void>;
  readonly clear: () => void;
}

/** Runs something once at a time, and keeps its failure for the page to show. */
export function useAction<Arguments extends readonly unknown[]>(
  act: (...parameters: Arguments) => Promise<void>,
): Action<Arguments> {
  const [state, setState] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false });
  return {
    isRunning: state.isRunning,
    error: state.error,
    clear: () => setState({ isRunning: false }),
    async run(...parameters) {
      if (state.isRunning) return;
      setState({ isRunning: true });
      try {
        await act(...parameters);
        setState({ isRunning: false });
      } catch (error) {
        noticeFailure(error);
        setState({ isRunning: false, error });
      }
    },
  };
}
