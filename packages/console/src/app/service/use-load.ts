import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { access, handleRefusedKey, keyRefused } from './session.ts';

/** The loaded value, or the error that prevented loading. */
export interface Loaded<Value> {
  /** The latest value; it stays while a newer one is being loaded, or if that fails. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
  /**
   * Loads a newer value in the background, unless one is being loaded. Nothing shows that it is being loaded, or that this
   * failed; but a refused key is noticed.
   */
  readonly refresh: () => Promise<void>;
}

interface State<Value> {
  readonly value?: Value;
  readonly error?: unknown;
  readonly isLoading: boolean;
  /** The key of the value and of the error. */
  readonly key: string;
}

/** Loads when the page opens and when `key` changes. Drops responses to earlier requests. */
export function useLoad<Value>(load: () => Promise<Value>, key: string): Loaded<Value> {
  const [state, setState] = useState<State<Value>>({ isLoading: true, key });
  const latest = useRef(0);
  const running = useRef(0);
  const loader = useRef(load);
  loader.current = load;

  const reload = useCallback(async () => {
    latest.current += 1;
    const request = latest.current;
    running.current += 1;
    setState((before) => ({ ...before, isLoading: true }));
    try {
      const value = await loader.current();
      if (request === latest.current) setState({ value, isLoading: false, key });
    } catch (error) {
      handleRefusedKey(error);
      const keep = (before: State<Value>) => (before.key === key ? before : {});
      if (request === latest.current) setState((before) => ({ ...keep(before), error, isLoading: false, key }));
    } finally {
      running.current -= 1;
    }
  }, [key]);

  const refresh = useCallback(async () => {
    // If each refresh replaced the one before it, a response that takes longer than their period would never be shown.
    if (running.current > 0) return;
    const request = latest.current;
    running.current += 1;
    try {
      const value = await loader.current();
      if (request === latest.current) setState({ value, isLoading: false, key });
    } catch (error) {
      handleRefusedKey(error);
    } finally {
      running.current -= 1;
    }
  }, [key]);

  useEffect(() => {
    void reload();
  }, [reload]);
  // After a new sign-in, failed loads are repeated.
  const isRefused = keyRefused.value;
  useEffect(() => {
    if (!isRefused && state.error !== undefined && access.peek()) void reload();
  }, [isRefused]);

  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: state.isLoading || !isCurrent,
    reload,
    refresh,
  };
}
