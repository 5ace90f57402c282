import { useState } from 'preact/hooks';
import { handleRefusedKey } from './session.ts';

/** An action of a user, and its outcome. */
export interface Action<Arguments extends readonly unknown[]> {
  readonly isRunning: boolean;
  /** The error of the last run; undefined once it is started again. */
  readonly error: unknown;
  readonly run: (...parameters: Arguments) => Promise<void>;
  readonly clear: () => void;
}

/** Runs an action once at a time, and keeps its error for the page. */
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
        handleRefusedKey(error);
        setState({ isRunning: false, error });
      }
    },
  };
}
