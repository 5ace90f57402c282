import type { PostgresClient } from './postgres-client.ts';
import type { QueryRunner } from './query-runner.ts';

/** Milliseconds for which a server may respond to none of the queries of a connection. */
const SILENCE_MS = 60_000;

/** A runner whose connection is watched. */
export interface ResponseWatch {
  readonly run: QueryRunner;
  /** Ends the watch, when the connection is returned. */
  stop(): void;
}

/**
 * Watches a connection while it has queries, and destroys it if the server is silent for a minute. After the loss of a server or of
 * the network, the system would report this a quarter of an hour later, and the queries would occupy the whole pool until then. A
 * wait for a locked row is shorter.
 */
export function watchResponses({ connection }: PostgresClient, run: QueryRunner): ResponseWatch {
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;
  const destroyIfSilent = (): void => {
    if (pending > 0) connection?.stream?.destroy();
  };
  return {
    async run(text, parameters, name) {
      pending += 1;
      timer = timer?.refresh() ?? setTimeout(destroyIfSilent, SILENCE_MS);
      try {
        return await run(text, parameters, name);
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
