import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Portcullis } from '@portcullis/core';
import { shutDown } from '../shut-down.ts';

/** Node's channel of incoming requests. Next.js does not hand out its server, but each of these messages has it. */
const REQUESTS = 'http.server.request.start';

/**
 * Stops the server of Next.js and the instance at SIGINT and SIGTERM. NEXT_MANUAL_SIG_HANDLE=true switches the handlers of
 * Next.js off, which would not wait for deliveries. Before the first request, the server is not known and not stopped.
 */
export function drainOnSignal(portcullis: Portcullis): void {
  let server: Server | undefined;
  const find = (message: unknown) => {
    ({ server } = message as { readonly server: Server });
    unsubscribe(REQUESTS, find);
  };
  subscribe(REQUESTS, find);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      try {
        await (server ? shutDown(server, portcullis) : portcullis.close());
        process.exit(0);
      } catch (error) {
        // Next.js logs rejections and goes on, so the process would not end.
        console.error('The shutdown failed.', error);
        process.exit(1);
      }
    });
  }
}
