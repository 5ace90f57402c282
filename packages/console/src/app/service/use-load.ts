import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { access, keyRefused, noticeFailure } from './session.ts';

/** The loaded value, or the error that prevented loading. */
export interface Loaded<Value> {
  /** The latest value; it stays while a newer one is being loaded, or if that fails. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
  /** Loads a newer value in the background: nothing shows that it is being loaded, or that this failed. */
  readonly refresh: () => Promise<void>;
}

/** Loads when the page opens and when `key` changes. Drops responses to earlier requests. */
export function useLoad<Value>(load: () => Promise<Value>, key: string): Loaded<Value> {
  const [state, setState] = useState<{ value?: Value; error?: unknown; isLoading: boolean; key: string }>({
    isLoading: true,
    key,
  });
  const latest = useRef(0);
  const loader = useRef(load);
  loader.current = load;

  const reload = useCallback(async () => {
    latest.current += 1;
    const request = latest.current;
    setState((before) => ({ ...before, isLoading: true }));
    try {
      const value = await loader.current();
      if (request === latest.current) setState({ value, isLoading: false, key });
    } catch (error) {
      noticeFailure(error);
      if (request === latest.current) setState((before) => ({ ...before, error, isLoading: false, key }));
    }
  }, [key]);

  const refresh = useCallback(async () => {
    latest.current += 1;
    const request = latest.current;
    const value = await loader.current().catch(() => undefined);
    if (value !== undefined && request === latest.current) setState({ value, isLoading: false, key });
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
