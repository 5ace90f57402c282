/** Milliseconds after which a server that does not respond is not waited for. */
const END_MS = 5000;

/**
 * Destroys connections that are still open in five seconds, since their server has not responded to their end. After a failure of the
 * network, the system would report this many minutes later, and the process would live until then.
 *
 * @param clients - returns the clients of `pg`.
 * @returns the timer.
 */
export function destroyLate(clients: () => Iterable<object>): NodeJS.Timeout {
  return setTimeout(() => {
    for (const client of clients()) {
      const { connection } = client as { readonly connection?: { readonly stream?: { destroy(): unknown } } };
      connection?.stream?.destroy();
    }
  }, END_MS);
}
