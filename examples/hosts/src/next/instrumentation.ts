/** The hook that Next.js calls once, when the server starts, so deliveries do not wait for the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { governance } = await import('./governance.ts');
  const { portcullis } = await governance();
  // Replaces the handlers of Next.js, which NEXT_MANUAL_SIG_HANDLE=true switches off.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await portcullis.close(); // Ends streams, and waits for running requests and deliveries.
      process.exit(0);
    });
  }
}
