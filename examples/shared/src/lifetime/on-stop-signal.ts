/** Calls `stop` at the first Ctrl-C or SIGTERM, and leaves at once at the second. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const handle = () => {
    if (stopping) process.exit(130);
    stopping = true;
    void stop();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
}
