/** Rejects on Ctrl-C or SIGTERM, so that the demo stops waiting and stops everything that it has started. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => reject(new Error('The demo was interrupted.')));
  });
}
