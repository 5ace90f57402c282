/** Resolves after turns of the event loop in which work in memory comes to its end. */
export async function settled(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
