import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds between two refreshes. */
const PERIOD_MS = 10_000;

/** Calls a function regularly while the page is visible, and at once when it becomes visible again. */
export function useRefresh(refresh: () => Promise<void>): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void latest.current();
    };
    const timer = setInterval(refreshIfVisible, PERIOD_MS);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  }, []);
}
