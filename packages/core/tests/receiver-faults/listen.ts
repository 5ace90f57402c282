import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { FaultyReceiver } from './faulty-receiver.ts';
import { fullQueue, IS_SILENT_WHEN_FULL } from './full-queue.ts';
import type { Behaviour, ReceiverFault } from './receiver-fault.ts';

/** Starts a receiver with a fault. */
export async function listen({ receive = () => {}, tls, port }: ReceiverFault): Promise<FaultyReceiver> {
  if (port === 'full' && IS_SILENT_WHEN_FULL) return fullQueue();
  const open = new Set<Socket>();
  let connections = 0;
  const accept = (behave: Behaviour) => (socket: Socket) => {
    open.add(socket);
    // The rows are about the dispatcher's handling of the connection. Its errors are not failures of the receiver.
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    behave(socket, connections);
    connections += 1;
  };
  const server: Server = tls
    ? createTlsServer(tls, accept(receive)).on('tlsClientError', () => {})
    : createServer(accept(receive));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = {
    port: (server.address() as AddressInfo).port,
    sockets: open,
    async close() {
      for (const socket of open) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  if (port === 'closed') await receiver.close();
  return receiver;
}
