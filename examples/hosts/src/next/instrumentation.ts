/** Next.js calls it once, when the server starts: deliveries do not wait for the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { governance } = await import('./governance.ts');
  const { portcullis } = await governance();
  // Takes the place of the handlers of Next.js, which NEXT_MANUAL_SIG_HANDLE=true switches off.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await portcullis.close(); // Ends streams, and waits for requests and deliveries under way.
      process.exit(0);
    });
  }
}
