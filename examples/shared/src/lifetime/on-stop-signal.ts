/** Calls `stop` at the first Ctrl-C, SIGTERM or SIGHUP, and exits immediately at the second. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const handle = () => {
    if (stopping) process.exit(130);
    stopping = true;
    stop().catch((error: unknown) => {
      console.error('It did not stop cleanly:', error);
      process.exit(1);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handle);
}
