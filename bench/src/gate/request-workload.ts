import type { Checkout } from '../checkout/checkout.ts';
import { EXCHANGES } from '../requests/exchanges.ts';
import { sendRequests } from '../requests/load/send-requests.ts';
import { measureRound } from '../requests/measure-requests.ts';
import { startServer } from '../requests/servers/start-server.ts';
import { type BySide, forBoth, inTurn, type Workload } from './sides.ts';
import type { GateSizes } from './subjects.ts';

const CONNECTIONS = 10;

/** Starts a server of each checkout on Express, and warms both up. The subject is one GET request. */
export async function openRequestWorkload(checkouts: BySide<Checkout>, { requests }: GateSizes): Promise<Workload> {
  const exchange = EXCHANGES.find(({ name }) => name === 'GET one');
  if (!exchange) throw new Error('There is no exchange "GET one".');
  await using opened = new AsyncDisposableStack();
  const servers = await forBoth(async (side) => {
    const order = { serve: 'portcullis', framework: 'express', checkout: checkouts[side].folder } as const;
    const server = opened.adopt(await startServer(order), (each) => each.stop());
    await sendRequests({ ...server, exchange, connections: CONNECTIONS, durationMs: requests.warmUpMs });
    return server;
  });
  const processes = opened.move();
  return {
    async measure(round) {
      const pair = await inTurn(round, async (side) => {
        const { cpuMicros } = await measureRound(servers[side], exchange, CONNECTIONS, requests.ms);
        return cpuMicros;
      });
      return new Map([['HTTP: GET one', pair]]);
    },
    close: () => processes.disposeAsync(),
  };
}
