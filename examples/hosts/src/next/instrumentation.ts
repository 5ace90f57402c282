/** The hook that Next.js calls once, when the server starts, so deliveries do not wait for the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { governance } = await import('./governance.ts');
  const { drainOnSignal } = await import('./drain-on-signal.ts');
  const { portcullis } = await governance();
  drainOnSignal(portcullis);
}
