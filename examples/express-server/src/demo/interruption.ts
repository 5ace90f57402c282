/** Rejects at Ctrl-C or SIGTERM, so that what it is raced with is left and what stands is taken down. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => reject(new Error('The demo was interrupted.')));
  });
}
