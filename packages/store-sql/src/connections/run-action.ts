/** Runs an action. The host's transaction is already committed, so an action that throws is only reported as a defect. */
export function runAction(action: () => void): void {
  try {
    action();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)));
  }
}
