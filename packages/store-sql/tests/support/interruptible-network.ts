import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** A network in front of a server on 127.0.0.1. */
export interface InterruptibleNetwork {
  readonly port: number;
  /** Interrupts the network: the sockets stay open, and no byte passes any more. Later connections are not affected. */
  interrupt(): void;
}

/** Starts a network that ends with the test. */
export async function startInterruptibleNetwork(port: number): Promise<InterruptibleNetwork> {
  const sockets: Socket[] = [];
  const network = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    for (const each of [socket, target]) sockets.push(each.on('error', () => {}));
    socket.pipe(target).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    network.close();
  });
  return {
    port: (network.address() as AddressInfo).port,
    interrupt() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

/** Lets seconds pass until the condition holds, at most twelve. Returns whether it holds. */
export async function holdsWithinSeconds(condition: () => boolean): Promise<boolean> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let second = 0; second < 12 && !condition(); second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return condition();
}
