/** The socket of a connection. */
export interface ConnectionSocket {
  destroy(): unknown;
}

/** Milliseconds for which a server may respond to none of the queries of a connection. */
const SILENCE_MS = 60_000;

/** A runner whose connection is watched. */
export interface ResponseWatch<Run> {
  readonly run: Run;
  /** Ends the watch, when the connection is returned. */
  stop(): void;
}

/**
 * Watches a connection while it has queries, and destroys it if the server is silent for a minute. After the loss of a server or of
 * the network, the system would report this a quarter of an hour later, and the queries would occupy the whole pool until then. A
 * wait for a locked row is shorter.
 *
 * @param socket - of the connection; undefined if its client does not have one.
 */
export function watchResponses<Query extends readonly unknown[], Result>(
  socket: ConnectionSocket | undefined,
  run: (...query: Query) => Promise<Result>,
): ResponseWatch<(...query: Query) => Promise<Result>> {
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;
  const destroyIfSilent = (): void => {
    if (pending > 0) socket?.destroy();
  };
  return {
    async run(...query) {
      pending += 1;
      timer = timer?.refresh() ?? setTimeout(destroyIfSilent, SILENCE_MS);
      try {
        return await run(...query);
      } finally {
        pending -= 1;
        timer?.refresh();
      }
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
