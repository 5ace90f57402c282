import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gather, type Receiver } from './receiver.ts';

/** The arrival time of a numbered delivery, in microseconds of the machine's monotonic clock. */
export interface Arrival {
  readonly number: number;
  readonly at: number;
}

/** A received request. */
export interface KeptRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The first message to the process of a receiver. */
export interface ReceiverOrder {
  readonly endpoints: number;
  /** True if the receiver never responds. */
  readonly silent: boolean;
  /** True if the receiver records the deliveries and their arrival times. */
  readonly attentive: boolean;
  /** True if the process of the receiver goes before all others, like a receiver on a separate machine. @default false */
  readonly first?: boolean;
  /** Serves https, with HTTP/1.1 and HTTP/2, under the name of the certificate. @default http */
  readonly tls?: ServerCertificate;
}

/** The first response of the process of a receiver. */
export interface ReceiverStart {
  /** A port for each endpoint. */
  readonly ports: readonly number[];
  readonly first: boolean;
}

/** The certificate of a receiver. */
interface ServerCertificate {
  readonly name: string;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/** A receiver on Node's own server, which reports more than nginx. */
export interface NodeReceiver extends Receiver {
  /** True if it goes before all others, as was requested and the system permits. */
  readonly first: boolean;
  /** The arrival times of deliveries, and their requests, since the last call. Only for a receiver that records. */
  arrivals(): Promise<readonly Arrival[]>;
  requests(): Promise<readonly KeptRequest[]>;
}

/** Starts a receiver in a separate process. */
export async function startNodeReceiver(order: ReceiverOrder): Promise<NodeReceiver> {
  const child = fork(join(import.meta.dirname, 'node-receiver-process.ts'), { execArgv: ['--conditions=source'] });
  const exited = once(child, 'exit');
  const ask = async <Result>(
    question: ReceiverOrder | 'ids' | 'lastArrivalAt' | 'arrivals' | 'requests',
  ): Promise<Result> => {
    const responded = once(child, 'message');
    child.send(question);
    const [response] = await Promise.race([responded, exited.then(() => [])]);
    if (response === undefined) throw new Error('The receiver has ended.');
    return response as Result;
  };
  const { ports, first } = await ask<ReceiverStart>(order);
  const origin = order.tls ? `https://${order.tls.name}` : 'http://127.0.0.1';
  return {
    name: 'a bare Node server',
    first,
    urls: ports.map((port) => `${origin}:${port}/hook`),
    received: (atLeast) => gather(atLeast, () => ask<readonly string[]>('ids')),
    lastArrivalAt: () => ask('lastArrivalAt'),
    arrivals: () => ask('arrivals'),
    requests: () => ask('requests'),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
